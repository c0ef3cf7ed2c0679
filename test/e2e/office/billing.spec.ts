import type { Page } from '@playwright/test'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, newEmployeePage, responseOf } from '../support/actions.ts'
import { DESKTOP, expect, expectAlert, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

/** At the labor rate of the company, from the ticket. */
async function createInvoiced(page: Page): Promise<number> {
  const ticketId = await createTrailerTicket(page, [{ problem: 'Awning', estimatedTime: 2 }])
  await responseOf(page.request.post(`/api/tickets/${ticketId}/finalize`))
  const { totals } = await responseOf(page.request.get(`/api/tickets/${ticketId}`))
  const data = { expectedTotal: totals.totalBalance }
  await responseOf(page.request.post(`/api/tickets/${ticketId}/invoices`, { data }))
  return ticketId
}

test('two desks take the same payment once, a part is refunded, and the day is closed on a phone', async ({
  shop,
  browser,
}) => {
  const owner = await newPersonPage(browser, shop, DESKTOP)
  const email = await createCompany(owner)
  await responseOf(owner.request.post('/api/company/billing/turn-on'))
  const ticketId = await createInvoiced(owner)
  const otherDesk = await newPersonPage(browser, shop, DESKTOP)
  await signIn(otherDesk, email)
  // Only the tap tells this desk what the first one did.
  await otherDesk.route('**/api/live**', route => route.abort())
  for (const desk of [owner, otherDesk]) {
    await desk.goto(`/completed-service-ticket/${ticketId}`)
    await desk.getByRole('button', { name: 'Take Payment' }).click()
  }
  await owner.getByRole('button', { name: 'Record Payment' }).click()
  await expectAlert(owner, 'Payment recorded.')
  await otherDesk.getByRole('button', { name: 'Record Payment' }).click()
  await expectAlert(otherDesk, /^Invoice 1001 is paid\. Nothing is due\./)
  await expect(otherDesk.getByRole('region', { name: 'Payments' }).getByRole('listitem')).toHaveCount(1)
  await otherDesk.close()

  await owner.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = owner.getByRole('form', { name: 'Refund' })
  await refund.getByLabel('Amount').fill('40')
  await refund.getByLabel('Reason').fill('Goodwill')
  await refund.getByRole('button', { name: 'Record Refund' }).click()
  await expectAlert(owner, 'Refund recorded.')
  await owner.goto('/dashboard')
  await expect(owner.getByText('Partly paid')).toBeVisible()

  await owner.setViewportSize(PHONE)
  await owner.goto('/company/billing/day-close')
  const form = owner.getByRole('form', { name: 'Close the day' })
  const cash = form.getByRole('group', { name: 'Cash' })
  await expect(cash).toContainText('out $40.00')
  const expected = /Expected \$([\d,]+\.\d\d)/.exec(await cash.innerText())?.[1] ?? ''
  const counted = Number(expected.replaceAll(',', '')) - 1
  await cash.getByLabel('Counted').fill(String(counted))
  await expect(form.getByText('$1.00 short')).toBeVisible()
  await form.getByRole('button', { name: 'Close Day' }).click()
  await expect(form.getByText('Say why it differs from what was expected.')).toBeVisible()
  await form.getByLabel('Note').fill('Change for the vending machine')
  await expectNoViolations(owner)
  expect(await horizontalOverflow(owner)).toEqual([])
  await form.getByRole('button', { name: 'Close Day' }).click()
  await expectAlert(owner, 'Day closed.')
  await expect(
    owner.getByRole('region', { name: 'Closed', exact: true }).getByRole('listitem'),
  ).toContainText('$1.00 short')
  await expect(owner.getByRole('region', { name: 'Last closed days' })).toContainText('vending machine')
  for (const page of ['receivables', 'bookkeeping']) {
    await owner.goto(`/company/billing/${page}`)
    await expect(owner.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(owner, page)
    expect(await horizontalOverflow(owner), page).toEqual([])
  }
})

test('what is not invoiced or not paid is asked about and listed, and more than is due is kept as credit once agreed', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(owner)
  await responseOf(owner.request.post('/api/company/billing/turn-on'))
  const ticketId = await createTrailerTicket(owner, [{ problem: 'Awning', estimatedTime: 2 }])
  await responseOf(owner.request.post(`/api/tickets/${ticketId}/finalize`))
  await owner.goto(`/completed-service-ticket/${ticketId}`)
  await expect(owner.getByRole('button', { name: 'Issue Invoice' })).toBeVisible()
  await owner.getByRole('button', { name: 'Complete Ticket' }).click()
  await expectAlert(owner, 'This ticket is not invoiced. Complete it anyway?')
  await owner.getByRole('button', { name: 'Not Yet' }).click()
  await owner.getByRole('button', { name: 'Complete Ticket' }).click()
  await owner.getByRole('button', { name: 'Complete Anyway' }).click()
  await expectAlert(owner, 'Ticket completed. It is now in the work history.')

  // The page that it leaves has such a link, too.
  await expect(owner).toHaveURL(/\/dashboard$/)
  await owner.getByRole('link', { name: 'Receivables' }).click()
  const listed = owner.getByRole('region', { name: 'Not invoiced yet' })
  await expect(listed.getByRole('link')).toHaveText(new RegExp(`ticket ${ticketId}`))
  await expectNoViolations(owner)
  await listed.getByRole('link').click()
  await owner.getByRole('button', { name: 'Issue Invoice' }).click()
  await expectAlert(owner, 'Invoice issued.')
  await expect(owner.getByText('Before tax, fees and discounts').first()).toBeVisible()
  await owner.getByRole('button', { name: 'Take Payment' }).click()
  const payment = owner.getByRole('form', { name: 'Take Payment' })
  const due = Number((await payment.getByLabel('Amount').inputValue()).replaceAll(',', ''))
  await payment.getByLabel('Amount').fill(String(due + 20))
  await payment.getByRole('button', { name: 'Record Payment' }).click()
  await expectAlert(owner, 'This is $20.00 more than what is due. Keep it as credit?')
  await payment.getByRole('button', { name: 'Keep as Credit' }).click()
  await expectAlert(owner, 'Payment recorded.')
  await expect(owner.getByText('Credit of the customer')).toBeVisible()
})

test('a service writer voids a slip once the owner lets them, stops asking for a deposit, and takes more than all', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop, PHONE)
  await createCompany(owner)
  await responseOf(owner.request.post('/api/company/billing/turn-on'))
  const person = {
    firstName: 'Wes',
    lastName: 'Lane',
    phone: '(574) 555-0177',
    licenseNumber: 'IN-1',
    isInsured: true,
  }
  const roles = { isServiceWriter: true, isTechnician: false }
  const paid = await createInvoiced(owner)
  const asked = await createTrailerTicket(owner, [{ problem: 'Awning', estimatedTime: 2 }])
  const data = { jobNumbers: [1], deposit: 50 }
  await responseOf(owner.request.post(`/api/tickets/${asked}/approvals`, { data }))

  const { page: writer } = await newEmployeePage(browser, shop, owner, { ...person, roles })
  await writer.goto(`/completed-service-ticket/${paid}`)
  await writer.getByRole('button', { name: 'Take Payment' }).click()
  await writer.getByRole('button', { name: 'Record Payment' }).click()
  await expectAlert(writer, 'Payment recorded.')
  const payments = writer.getByRole('region', { name: 'Payments' })
  await expect(payments.getByRole('listitem')).toHaveCount(1)
  const voidButton = payments.getByRole('button', { name: /^Void the payment of/ })
  await expect(voidButton).toBeHidden()

  await owner.goto('/company/billing')
  await owner.getByRole('switch', { name: 'Wes Lane' }).click()
  await expectAlert(owner, 'Saved.')
  await expectNoViolations(owner)
  expect(await horizontalOverflow(owner)).toEqual([])

  // Their open page hears of it.
  await voidButton.click()
  const form = writer.getByRole('form', { name: /^Void the payment of/ })
  await form.getByLabel('Reason').fill('Wrong ticket')
  await expectNoViolations(writer)
  await form.getByRole('button', { name: /^Void/ }).click()
  await expectAlert(writer, 'Voided.')
  await expect(payments.getByRole('listitem')).toHaveCount(2)
  await expect(payments).toContainText('Void, cash')

  await writer.goto(`/service-ticket/${asked}`)
  await writer.getByRole('button', { name: 'Stop Asking for the Deposit' }).click()
  await expectAlert(writer, 'The customer is no longer asked for a deposit.')
  await expect(writer.getByText('Deposit asked for')).toBeHidden()
  await expectNoViolations(writer)

  // A slip of the keyboard is asked about before it is recorded.
  await writer.getByRole('button', { name: 'Take Deposit' }).click()
  const deposit = writer.getByRole('form', { name: 'Take Deposit' })
  await deposit.getByLabel('Amount').fill('50000')
  await deposit.getByRole('button', { name: 'Record Deposit' }).click()
  await expect(deposit.getByRole('alert')).toContainText('Record it anyway?')
  await deposit.getByRole('button', { name: 'Record Anyway' }).click()
  await expectAlert(writer, 'Deposit recorded.')
})
