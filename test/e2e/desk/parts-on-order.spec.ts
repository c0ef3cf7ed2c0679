import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test('a part is ordered from its ticket, received and returned on a phone, and the open ticket says so', async ({
  shop,
  browser,
}) => {
  const phone = await newPersonPage(browser, shop, PHONE)
  await createCompany(phone, 'Parts On Time RV')
  await phone.goto('/company/preferences')
  await phone.getByRole('button', { name: 'Add Vendor' }).click()
  const vendor = phone.getByRole('form', { name: 'New vendor' })
  await vendor.getByLabel('Name').fill('Lippert')
  await vendor.getByRole('button', { name: 'Add Vendor' }).click()
  await expectAlert(phone, 'Saved.')

  const ticketId = await createTrailerTicket(phone, [{ problem: 'No water' }])
  const pump = { quantity: 2, description: 'Water pump' }
  await responseOf(phone.request.post(`/api/tickets/${ticketId}/parts`, { data: pump }))
  await phone.goto(`/service-ticket/${ticketId}`)
  await phone.getByRole('button', { name: 'Order Part' }).click()
  const form = phone.getByRole('form', { name: 'Order Part' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Required.')).toBeVisible()
  await form.getByLabel('Cost Each').fill('41.25')
  await expectNoViolations(phone)
  await form.getByRole('button', { name: 'Save' }).click()
  await expectAlert(phone, 'On the order. Place it under Parts on Order.')
  await expect(phone.getByText('To be ordered (order 1)')).toBeVisible()

  const ticket = await phone.context().newPage()
  await ticket.goto(`/service-ticket/${ticketId}`)
  await expect(ticket.getByText('To be ordered (order 1)')).toBeVisible()
  await phone.goto('/parts-on-order')
  await phone.getByRole('button', { name: 'Place Order' }).click()
  await expectAlert(phone, 'Order 1 placed.')
  await expect(ticket.getByText('On order', { exact: true })).toBeVisible()
  await phone.getByRole('button', { name: 'Receive Water pump' }).click()
  const received = phone.getByRole('form', { name: 'Receive Water pump' })
  await received.getByLabel('Quantity').fill('3')
  await expect(received.getByLabel('2 were ordered. Receive 3 anyway?')).toBeVisible()
  await received.getByLabel('Quantity').fill('2')
  await received.getByLabel('Where It Is').fill('shelf B')
  await expectNoViolations(phone)
  expect(await horizontalOverflow(phone)).toEqual([])
  await received.getByRole('button', { name: 'Save' }).click()
  await expect(ticket.getByText('Received, shelf B')).toBeVisible()

  // The wrong ones go back.
  await phone.getByRole('button', { name: 'Return Water pump to the vendor' }).click()
  const returned = phone.getByRole('form', { name: 'Return Water pump to the vendor' })
  await expect(returned.getByLabel('Quantity')).toBeFocused()
  await returned.getByLabel('Restocking Fee').fill('82.51')
  await returned.getByLabel('Reason').fill('Wrong pump')
  await returned.getByRole('button', { name: 'Save' }).click()
  await expect(returned.getByText('The fee can’t be more than $82.50.')).toBeVisible()
  await returned.getByLabel('Restocking Fee').fill('12.50')
  await expectNoViolations(phone)
  expect(await horizontalOverflow(phone)).toEqual([])
  await returned.getByRole('button', { name: 'Save' }).click()
  await expect(ticket.getByText('Returned to the vendor')).toBeVisible()
  await phone.getByLabel('Show').selectOption('Credits to come')
  await phone.getByRole('button', { name: 'Credit for Water pump' }).click()
  const credit = phone.getByRole('form', { name: 'Credit for Water pump' })
  await expect(credit.getByLabel('Credit')).toHaveValue('70')
  await credit.getByRole('button', { name: 'Save' }).click()
  await expect(phone.getByText('No vendor owes a credit.')).toBeVisible()
})
