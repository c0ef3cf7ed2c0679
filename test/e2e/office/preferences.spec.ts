import { june } from '../../../src/server/seed/demo-accounts.ts'
import { horizontalOverflow, violations } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test('an owner chooses what they are emailed about, and sees what waits for their email to be confirmed', async ({
  shop,
  browser,
}) => {
  const owner = await newPersonPage(browser, shop, PHONE)
  await createCompany(owner, 'Told In Time RV')
  const ticketId = await createTrailerTicket(owner, [{ problem: 'Awning' }])
  const { link } = await responseOf(owner.request.post(`/api/tickets/${ticketId}/link`))
  const customer = await newPersonPage(browser, shop, PHONE)
  const digits = june.customerDetails.phone.slice(-4)
  await responseOf(customer.request.post(`/api${link.path}/answer`, { data: { digits } }))
  await responseOf(customer.request.post(`/api${link.path}/messages`, { data: { text: 'When can I come?' } }))

  await owner.goto('/company/preferences')
  const waiting = owner.getByRole('region', { name: 'Waiting for your email to be confirmed' })
  await expect(waiting.getByRole('listitem')).toHaveText(
    new RegExp(
      `June Park sent a message about ticket ${ticketId}: “When can I come\\?” Open ticket ${ticketId}$`,
    ),
  )
  expect(await violations(owner)).toEqual([])
  expect(await horizontalOverflow(owner)).toEqual([])

  await owner.getByLabel('Reviews').selectOption('Once a day, at 7 AM')
  await expectAlert(owner, 'Saved.')
  await owner.getByLabel('Messages from customers').selectOption('Off')
  await expect(waiting.getByText('Nothing yet.')).toBeVisible()
  await owner.reload()
  await expect(owner.getByLabel('Reviews')).toHaveValue('daily')
  await expect(owner.getByLabel('Messages from customers')).toHaveValue('off')
  await expect(owner.getByLabel('Bookings')).toHaveValue('at-once')
})
