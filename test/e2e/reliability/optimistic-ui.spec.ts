import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import {
  addPart,
  createCompany,
  createTrailerTicket,
  delay,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  openJobForm,
  openPartForm,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, test } from '../support/fixtures.ts'

test('a clock, a technician and a part change before the server has responded', async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: bay } = await newEmployeePage(browser, shop, dana, rosa)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const part = { quantity: 1, description: 'Sealant', perPartAmount: 13.75 }
  await responseOf(dana.request.post(`/api/tickets/${ticketId}/parts`, { data: part }))
  await dana.goto(`/service-ticket/${ticketId}`)

  const assignNow = await delay(dana, 'tickets/assign')
  const panel = dana.getByRole('region', { name: 'Technician', exact: true })
  await panel.getByLabel('Select Technician').selectOption('Rosa Díaz')
  await panel.getByRole('button', { name: 'Assign Technician' }).click()
  await expect(panel.getByRole('paragraph').first()).toHaveText('Rosa Díaz')
  await expect(panel.getByRole('button', { name: 'Assign Technician' })).toBeDisabled()
  assignNow()
  await expectAlert(dana, 'Technician assigned successfully.')
  await expect(panel.getByRole('paragraph').first()).toHaveText('Rosa Díaz')

  const removeNow = await delay(dana, 'tickets/removePart')
  await dana.getByRole('button', { name: 'Delete Sealant' }).click()
  await expect(dana.getByText('No parts added yet.')).toBeVisible()
  removeNow()
  await expect(dana.getByText('Part deleted.')).toBeVisible()

  await bay.goto(`/bay/${ticketId}`)
  const clockNow = await delay(bay, 'tickets/clockIn')
  await bay.getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect(bay.getByRole('button', { name: /^Clock Out of job 1/ })).toBeVisible()
  clockNow()
  await expect(bay.getByRole('region', { name: 'Your running clock' })).toBeVisible()
  await expect(bay.getByRole('button', { name: /^Clock Out of job 1/ })).toBeEnabled()
  await expect(bay.getByRole('button', { name: /^Clock Out of job 1/ })).toBeFocused()
})

test('a change refused by the server is rolled back, with the reason', async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const part = { quantity: 1, description: 'Sealant', perPartAmount: 13.75 }
  await responseOf(dana.request.post(`/api/tickets/${ticketId}/parts`, { data: part }))
  await dana.goto(`/service-ticket/${ticketId}`)
  const refuse = await delay(dana, 'tickets/removePart')
  await dana.getByRole('button', { name: 'Delete Sealant' }).click()
  await expect(dana.getByText('No parts added yet.')).toBeVisible()
  // What a colleague does meanwhile does not bring it back.
  const refetched = dana.waitForResponse('**/rpc/messages/list')
  await responseOf(dana.request.post(`/api/tickets/${ticketId}/finalize`))
  await refetched
  await expect(dana.getByText('No parts added yet.')).toBeVisible()
  await dana.route('**/rpc/tickets/get', () => {})
  refuse()
  await expectAlert(dana, /finalized by/)
  await expect(dana.getByRole('region', { name: 'Parts' }).getByText('Sealant')).toBeVisible()
})

test('a part, its price, a job line and a phone answer appear before the server has responded', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'At Once RV')
  const ticketId = await createTrailerTicket(desk, [{ problem: 'Roof leak', estimatedTime: 1 }])
  await desk.goto(`/service-ticket/${ticketId}`)
  const parts = desk.getByRole('region', { name: 'Parts' })
  const lines = desk.getByRole('region', { name: 'Job Lines' })
  const totals = desk.getByRole('region', { name: 'Totals' })
  const balance = totals.locator('div', { has: desk.getByText('Total Balance', { exact: true }) }).last()
  await expect(balance).toContainText('$145.00')

  const addPartNow = await delay(desk, 'tickets/addPart')
  const form = await openPartForm(desk)
  const quantity = form.getByLabel('Quantity', { exact: true })
  await addPart(form, { quantity: '2', description: 'Sealant', price: '13.75' })
  const sealant = parts.getByRole('listitem').filter({ hasText: 'Sealant' })
  await expect(sealant).toContainText('$13.75')
  await expect(form.getByRole('button', { name: 'Add Part' })).toBeDisabled()
  // It is not editable yet, and its total comes from the server.
  await expect(sealant.getByRole('button')).toHaveCount(0)
  await expect(balance).toContainText('$145.00')
  // The next part can be typed at once, and stays.
  await expect(form.getByLabel('Per Item Price')).toHaveValue('')
  await expect(quantity).toBeFocused()
  await desk.keyboard.type('3')
  await form.getByLabel('Description').fill('Sealant, white')
  addPartNow()
  await expect(sealant).toContainText('$27.50')
  await expect(balance).toContainText('$175.25')
  await expect(quantity).toHaveValue('3')
  await expect(form.getByLabel('Description')).toHaveValue('Sealant, white')
  await expect(form.getByLabel('Description')).toBeFocused()

  const priceNow = await delay(desk, 'tickets/changePart')
  await sealant.getByRole('button', { name: 'Change price of Sealant' }).click()
  await sealant.getByLabel('New price of Sealant').fill('20')
  await desk.keyboard.press('Enter')
  await expect(sealant).toContainText('$20.00')
  await expect(sealant).not.toContainText('$27.50')
  await expect(sealant.getByRole('button', { name: 'Change price of Sealant' })).toBeFocused()
  priceNow()
  await expect(sealant).toContainText('$40.00')

  const addJobNow = await delay(desk, 'tickets/addJob')
  const adding = await openJobForm(desk)
  await adding.getByLabel('Problem').fill('Furnace goes out')
  await adding.getByRole('button', { name: 'Add Job' }).click()
  const furnace = jobLine(desk, 'Furnace goes out')
  await expect(furnace).toBeVisible()
  await expect(furnace.getByRole('button', { name: /Clock In/ })).toHaveCount(0)
  await expect(lines.getByLabel('Problem')).toHaveValue('')
  await expect(lines.getByLabel('Problem')).toBeFocused()
  addJobNow()
  await expect(furnace.getByRole('button', { name: '2. Furnace goes out' })).toBeEnabled()
  await expect(lines.getByLabel('Problem')).toHaveValue('')

  const answerNow = await delay(desk, 'approvals/recordAnswer')
  await toggleLine(furnace)
  await furnace.getByRole('button', { name: 'Declined by phone of job 2' }).click()
  await furnace.getByRole('button', { name: 'Record Answer' }).click()
  await expect(furnace.getByText('Declined', { exact: true })).toBeVisible()
  await expect(furnace.getByText(/^Declined by phone by .*, recorded by At Once RV/)).toBeVisible()
  answerNow()
  await expectAlert(desk, 'Answer recorded.')
  await expect(furnace.getByRole('button', { name: 'Declined by phone of job 2' })).toBeFocused()
  await expect(furnace.getByText('Declined', { exact: true })).toBeVisible()
})

test('typed text is still there when the server refuses it', { tag: '@long' }, async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Taken Back RV')
  const ticketId = await createTrailerTicket(desk, [
    { problem: 'Roof leak', estimatedTime: 1 },
    { problem: 'Furnace goes out' },
  ])
  const part = { quantity: 2, description: 'Sealant', perPartAmount: 13.75 }
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/parts`, { data: part }))
  await desk.goto(`/service-ticket/${ticketId}`)
  const parts = desk.getByRole('region', { name: 'Parts' })
  const lines = desk.getByRole('region', { name: 'Job Lines' })
  const refuseAnswer = await delay(desk, 'approvals/recordAnswer')
  await toggleLine(jobLine(desk, 'Roof leak'))
  await lines.getByRole('button', { name: 'Approved by phone of job 1' }).click()
  await lines.getByRole('button', { name: 'Record Answer' }).click()
  await expect(lines.getByText('Approved', { exact: true })).toBeVisible()
  await expect(lines.getByText(/^Approved by phone by .*, recorded by/)).toBeVisible()
  const refuseDelete = await delay(desk, 'tickets/removeJob')
  const furnace = lines.getByRole('button', { name: '2. Furnace goes out' })
  await furnace.click()
  await lines.getByRole('button', { name: 'Delete job 2' }).click()
  await expect(furnace).toBeHidden()
  const refusePrice = await delay(desk, 'tickets/changePart')
  await parts.getByRole('button', { name: 'Change price of Sealant' }).click()
  await parts.getByLabel('New price of Sealant').fill('20')
  await desk.keyboard.press('Enter')
  await expect(parts.getByText('$20.00')).toBeVisible()
  const refuseJob = await delay(desk, 'tickets/addJob')
  const adding = await openJobForm(desk)
  await adding.getByLabel('Problem').fill('Steps do not fold')
  await adding.getByRole('button', { name: 'Add Job' }).click()
  await expect(lines.getByText('Steps do not fold')).toBeVisible()
  await adding.getByLabel('Problem').fill('Awning stuck')
  const refusePart = await delay(desk, 'tickets/addPart')
  const form = await openPartForm(desk)
  await addPart(form, { quantity: '4', description: 'Grease seal', price: '9.8' })
  await expect(parts.getByText('Grease seal')).toBeVisible()

  // Without refetching, so the page shows only each update's own effect.
  await desk.route('**/rpc/tickets/get', () => {})
  await desk.route('**/rpc/approvals/get', () => {})
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/finalize`))
  refusePart()
  await expectAlert(desk, /finalized by/)
  await expect(parts.getByText('Grease seal')).toBeHidden()
  await expect(form.getByLabel('Quantity', { exact: true })).toHaveValue('4')
  await expect(form.getByLabel('Description')).toHaveValue('Grease seal')
  await expect(form.getByLabel('Per Item Price')).toHaveValue('9.80')
  refuseJob()
  await expect(lines.getByText('Steps do not fold')).toBeHidden()
  await expect(lines.getByLabel('Problem')).toHaveValue('Awning stuck')
  refusePrice()
  await expect(parts.getByLabel('New price of Sealant')).toHaveValue('20')
  await expect(parts.getByText(/finalized by/)).toBeVisible()
  refuseDelete()
  await expect(furnace).toHaveAttribute('aria-expanded', 'true')
  refuseAnswer()
  await expect(lines.getByText('Approved', { exact: true })).toBeHidden()
  await expect(lines.getByText(/^Approved by phone by .*, recorded by/)).toBeHidden()
})
