// The customer's pages in a browser that translates them: each text is in elements that React does not know, and React's
// own text nodes are no longer on the page.

import type { Page } from '@playwright/test'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { answerLine, createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { expect, expectAlert, LIVE, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const COMPANY = 'A Company in Translation'
const ROOF = 'Roof leak above the bunk'

/** Replaces every text, and each that is added later, by a copy in two elements, as browsers' translations do. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const skipped = 'script, style, textarea, font, [translate="no"]'
    const wrap = (node: Node): void => {
      if (node instanceof Element && node.closest(skipped) !== null) return
      for (const child of [...node.childNodes]) wrap(child)
      const text = node.nodeValue ?? ''
      if (!(node instanceof Text) || text.trim() === '' || node.parentElement?.closest(skipped) != null)
        return
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text
      outer.append(inner)
      node.replaceWith(outer)
    }
    const observer = new MutationObserver(records => {
      for (const { addedNodes } of records) for (const node of addedNodes) if (node.isConnected) wrap(node)
    })
    // Translations begin once a page has been loaded.
    const start = (): void => {
      if (document.querySelector('#root[data-ssr]') !== null) return void setTimeout(start, 20)
      wrap(document.body)
      observer.observe(document.body, { childList: true, subtree: true })
    }
    addEventListener('load', start)
  })

const expectTranslated = (page: Page) => expect(page.locator('h1 font').first()).toBeVisible()

test('on a translated page the customer approves the price that is shown, and no page breaks', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, COMPANY)
  const ticketId = await createTrailerTicket(desk, [
    { problem: ROOF, estimatedTime: 1 },
    { problem: 'Awning' },
  ])
  const ask = (jobNumbers: number[]) =>
    responseOf(desk.request.post(`/api/tickets/${ticketId}/approvals`, { data: { jobNumbers } }))
  await ask([1])
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))

  const customer = await newPersonPage(browser, shop, PHONE)
  await translate(customer)
  await customer.goto(link.path)
  await customer.getByLabel('Last four digits').fill(june.customerDetails.phone.slice(-4))
  await customer.keyboard.press('Enter')
  const roof = customer.getByRole('listitem', { name: `1. ${ROOF}` })
  await expectTranslated(customer)
  await roof.getByRole('button', { name: 'Approve' }).click()
  await expect(roof.getByText('Approve $145.00?')).toBeVisible()
  // The price changes while the customer types.
  await responseOf(desk.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data: { estimatedTime: 3 } }))
  await expect(roof.getByText('Approve $435.00?')).toBeVisible(LIVE)
  // Only the labor rate is still the same amount.
  await expect(customer.getByText('3h00m × $145.00')).toBeVisible()
  await expect(customer.getByText('$145.00', { exact: true })).toHaveCount(1)
  for (const amount of await customer.getByText('$435.00', { exact: true }).all())
    await expect(amount).toHaveAttribute('translate', 'no')
  await roof.getByLabel('Your Name').fill('June P. Park')
  await roof.getByRole('button', { name: 'Approve $435.00' }).click()
  await expectAlert(customer, 'Thank you. We have your answer.')
  const answers = customer.getByRole('region', { name: 'Your answers' })
  await expect(answers.getByText('You approved this: $435.00 total')).toBeVisible()

  await responseOf(
    desk.request.post(`/api/tickets/${ticketId}/parts`, {
      data: { quantity: 1, description: 'Awning bracket', perPartAmount: 13.75, jobNumber: 2 },
    }),
  )
  await ask([2])
  const awning = customer.getByRole('listitem', { name: '2. Awning' })
  await answerLine(awning, 'Decline', 'June P. Park')
  await expect(answers.getByText('You declined this')).toBeVisible()
  await answers.getByRole('button', { name: 'Approve instead job 2' }).click()
  await expect(answers.getByText(/^Approve \$15\.1\d\?/)).toBeVisible()
  await customer.getByLabel(`Message ${COMPANY}`).fill('Thank you')
  await customer.getByRole('button', { name: 'Send' }).click()
  await expect(customer.getByRole('log').getByText('Thank you')).toBeVisible()

  await customer.goto('/')
  await expectTranslated(customer)
  await customer.getByRole('link', { name: COMPANY }).click()
  await customer.getByRole('link', { name: 'Book an Appointment' }).click()
  await customer.getByRole('button', { name: 'Send Booking' }).click()
  await expect(customer.getByText('Required.').first()).toBeVisible()
})
