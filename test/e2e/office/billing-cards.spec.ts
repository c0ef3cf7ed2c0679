import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { STRIPE_KEY, startFakeStripe, WEBHOOK_SECRET } from '../../support/fake-stripe.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { answerLine, createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import {
  DESKTOP,
  expect,
  expectAlert,
  LIVE,
  newPersonPage,
  PHONE,
  TestServer,
  test,
} from '../support/fixtures.ts'

test('a deposit asked with an approval, and the invoice, are paid by card on a phone', {
  tag: '@long',
}, async ({ browser }) => {
  const stripe = await startFakeStripe()
  const server = new TestServer(await mkdtemp(join(tmpdir(), 'rigwright-e2e-')), {
    STRIPE_SECRET_KEY: STRIPE_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
  })
  try {
    await server.start()
    stripe.setWebhook(`${server.url}/api/stripe/webhook`)
    const desk = await newPersonPage(browser, server, DESKTOP)
    await createCompany(desk)
    const { companyUUID } = await responseOf(desk.request.get('/api/company'))
    await responseOf(desk.request.post('/api/company/billing/turn-on'))
    await responseOf(desk.request.post('/api/company/billing/cards'))
    stripe.enable(stripe.accountOf(companyUUID))
    await responseOf(desk.request.post('/api/company/billing/cards'))
    const ticketId = await createTrailerTicket(desk, [{ problem: 'Awning', estimatedTime: 2 }])
    const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))

    await desk.goto(`/service-ticket/${ticketId}`)
    await desk.getByRole('checkbox', { name: 'Choose 1. Awning' }).check()
    const request = desk.getByRole('region', { name: 'Request Customer Approval' })
    await request.getByLabel('Deposit').fill('100')
    await request.getByRole('button', { name: 'Request Customer Approval' }).click()
    await expectAlert(desk, /^Request saved/)

    const customer = await newPersonPage(browser, server, PHONE)
    await customer.goto(link.path)
    await customer.getByLabel('Last four digits').fill(june.customerDetails.phone.slice(-4))
    await customer.keyboard.press('Enter')
    const asked = customer.getByRole('region', { name: 'Needs your approval' })
    await answerLine(asked.getByRole('listitem', { name: '1. Awning' }), 'Approve', 'June Park')
    const money = customer.getByRole('region', { name: 'Invoice and payments' })
    await expectNoViolations(customer)
    expect(await horizontalOverflow(customer)).toEqual([])
    await money.getByRole('button', { name: 'Pay $100.00 by card' }).click()
    // Back from Stripe's page without paying, nothing was paid.
    await customer.getByRole('link', { name: 'Back', exact: true }).click()
    await customer.locator('#root[data-ssr]').waitFor({ state: 'detached' })
    await money.getByRole('button', { name: 'Pay $100.00 by card' }).click()
    await customer.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(customer).toHaveURL(new RegExp(`${link.path}$`))
    await expect(money.getByText('Deposit held for your invoice')).toBeVisible()
    await expect(money.getByText('Deposit, card')).toHaveCount(1)

    const invoiced = desk.getByRole('region', { name: 'Invoice', exact: true })
    await expect(invoiced.getByText('Deposit held')).toBeVisible(LIVE)
    await responseOf(desk.request.post(`/api/tickets/${ticketId}/finalize`))
    const { totals } = await responseOf(desk.request.get(`/api/tickets/${ticketId}`))
    const data = { expectedTotal: totals.totalBalance }
    await responseOf(desk.request.post(`/api/tickets/${ticketId}/invoices`, { data }))
    await money.getByRole('button', { name: 'Pay $190.00 by card' }).click()
    await customer.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(money.getByText('Paid in full. Thank you!')).toBeVisible()
    await expectNoViolations(customer)
    expect(await horizontalOverflow(customer)).toEqual([])

    // Print or save offers the invoice as well.
    await customer.getByRole('link', { name: 'Print or save' }).click()
    const pdf = customer.getByRole('link', { name: 'Invoice 1001 as PDF' })
    const answer = await customer.request.get((await pdf.getAttribute('href')) ?? '')
    expect(answer.headers()['content-type']).toBe('application/pdf')
    await expectNoViolations(customer)
    expect(await horizontalOverflow(customer)).toEqual([])
  } finally {
    await server.remove()
    await stripe.close()
  }
})
