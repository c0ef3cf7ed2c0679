import { addDays, mondayOf } from '../../../src/domain/lib/calendar-date.ts'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
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
  await expectNoViolations(owner)
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

test('on a closed day nobody can book online, and the next free day is one tap away', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop)
  await createCompany(owner, 'Closed On Holidays RV')
  const { companyUUID } = await responseOf(owner.request.get('/api/company'))
  const monday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), 14)
  await owner.goto('/company/preferences')
  await owner.getByRole('button', { name: 'Add Closed Days' }).click()
  const form = owner.getByRole('form', { name: 'New closed days' })
  await form.getByRole('button', { name: 'Add Closed Days' }).click()
  await expect(form.getByText('Enter a date.').first()).toBeVisible()
  await form.getByLabel('First day').fill(monday)
  await form.getByLabel('Reason').fill('Inventory')
  await form.getByRole('button', { name: 'Add Closed Days' }).click()
  await expectAlert(owner, 'Saved.')
  await owner.getByLabel('Drop-offs a day').fill('1')
  await owner.getByRole('form', { name: 'How many customers can book' }).getByRole('button').click()
  await expectAlert(owner, 'Saved.')
  await expectNoViolations(owner)

  const visitor = await newPersonPage(browser, shop, PHONE)
  await visitor.goto(`/companies/${companyUUID}/book`)
  await visitor.getByLabel('Day').fill(monday)
  await expect(
    visitor.getByText(/^The shop is closed Mon, .* \(Inventory\)\. Choose another day\.$/),
  ).toBeVisible()
  expect(await horizontalOverflow(visitor)).toEqual([])
  await visitor.getByRole('button', { name: /^Next free day: Tue, / }).click()
  await expect(visitor.getByLabel('Day')).toHaveValue(addDays(monday, 1))
  await expect(visitor.getByText(/^The shop is closed/)).toHaveCount(0)
  await expect(visitor.getByLabel('Time').getByRole('option', { name: '8:00 AM' })).toBeAttached()
})
