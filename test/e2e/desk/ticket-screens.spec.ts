import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { june, rosa, sam, walt } from '../../../src/server/seed/demo-accounts.ts'
import {
  assignTicket,
  choose,
  createEmployee,
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  openPartForm,
  openTab,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { BROKEN, expect, expectAlert, failCall, PHONE, test, withoutPrefetch } from '../support/fixtures.ts'

const ROOF = { problem: 'Roof leak above the bunk', estimatedTime: 1.25, estimate: true }
const ENTRY_LATCH = { problem: 'Entry door does not latch' }
const CAUSE = 'Type your Cause Here'
const CORRECTION = 'Type your Correction Here'

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const row = (place: Locator, label: string): Locator =>
  place.locator('dl > div').filter({ hasText: label }).locator('dd')

async function sentToApproval(page: Page): Promise<number> {
  const ticketId = await createTrailerTicket(page, [ROOF, ENTRY_LATCH])
  const data = { suggestedTime: 2.5 }
  await responseOf(page.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data }))
  await responseOf(page.request.post(`/api/tickets/${ticketId}/ask-approval`))
  return ticketId
}

test('the desk assigns and releases a technician, and gets a message when none is selected', async ({
  shop,
  browser,
}) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  for (const person of [rosa, sam, walt]) await createEmployee(page, person)
  await page.goto(`/service-ticket/${await createTrailerTicket(page, [ROOF])}`)
  const panel = region(page, 'Technician')
  await expect(panel.getByText('No technician assigned yet.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Release Technician' })).toHaveCount(0)
  const choices = panel.getByRole('combobox').getByRole('option')
  await expect(choices).toHaveText(['Select Technician', 'Rosa Díaz', 'Sam Ortiz'])

  await panel.getByRole('button', { name: 'Assign Technician' }).click()
  await expectAlert(page, 'Please select a technician.')
  await choose(page, 'Select Technician', 'Sam Ortiz')
  await panel.getByRole('button', { name: 'Assign Technician' }).press('Enter')
  await expectAlert(page, 'Technician assigned successfully.')
  await expect(page.getByText('Please select a technician.')).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Assign Technician' })).toBeFocused()
  await expect(panel.getByText('Sam Ortiz').first()).toBeVisible()
  await expect(panel.getByText('No technician assigned yet.')).toHaveCount(0)

  await panel.getByRole('button', { name: 'Release Technician' }).click()
  await expectAlert(page, 'Technician released successfully.')
  await expect(panel.getByRole('combobox')).toBeFocused()
  await expect(panel.getByText('No technician assigned yet.')).toBeVisible()
})

test('a service ticket shows its customer, its RV, and what is missing', async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  await page.goto(`/service-ticket/${await createTrailerTicket(page, [ROOF, ENTRY_LATCH])}`)
  const { firstName, lastName, email, phone, address } = june.customerDetails
  const { make, model, year, vin, axleAmount } = june.customerRV
  await openTab(page, 'People')
  const shown = {
    'Customer Info': { Name: `${firstName} ${lastName}`, Email: email, Phone: phone, Address: address },
    'RV Info': { Make: make, Model: model, Year: year, VIN: vin, 'Axle Amount': axleAmount },
  }
  for (const [panel, facts] of Object.entries(shown))
    for (const [label, value] of Object.entries(facts))
      await expect(row(region(page, panel), label)).toHaveText(value)
  await openTab(page, 'Work')
  const parts = region(page, 'Parts')
  await expect(parts.getByText('No parts added yet.')).toBeVisible()
  for (const label of ['Shop Supplies', 'Total Parts Amount'])
    await expect(parts.locator('div', { hasText: label }).last()).toContainText('$0.00')

  const line = jobLine(page, ROOF.problem)
  await expect(line.getByText('Total Time Spent')).toBeHidden()
  await toggleLine(line)
  await expect(row(line, 'Total Time Spent')).toHaveText('N/A')
  await expect(row(line, 'Total Balance')).toHaveText(/^\$181\.25/)
  for (const label of ['Cause', 'Correction', 'Photos'])
    await expect(line.getByText(label, { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finalize Ticket' })).toBeVisible()
})

test('a ticket without job lines says so', async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  await page.goto(`/service-ticket/${await createTrailerTicket(page, [])}`)
  await expect(page.getByText('No job lines available.')).toBeVisible()
})

test('while a ticket loads, each part of the page shows it', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  const ticketId = await createTrailerTicket(page, [ROOF])
  let arrive = () => {}
  const seen = new Promise<void>(resolve => {
    arrive = resolve
  })
  await withoutPrefetch(page)
  await page.route('**/rpc/tickets/get*', async route => {
    await seen
    await route.continue()
  })
  await page.goto(`/service-ticket/${ticketId}`)
  for (const words of [
    'Loading job lines...',
    'Loading parts...',
    'Loading technician...',
    'Loading customer info...',
    'Loading RV info...',
  ])
    await expect(page.getByText(words)).toBeVisible()
  arrive()
  await expect(page.getByRole('heading', { name: 'Park, June' })).toBeVisible()
  await expect(page.getByText(/^Loading /)).toHaveCount(0)
})

test("a part's price has steps of a cent", { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  await page.goto(`/service-ticket/${await createTrailerTicket(page, [])}`)
  const price = (await openPartForm(page)).getByLabel('Per Item Price')
  await price.fill('5')
  await page.keyboard.press('ArrowUp')
  await expect(price).toHaveValue('5.01')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(price).toHaveValue('4.99')
})

test('the desk enters findings, approves a time, and approves the ticket', async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  const ticketId = await createTrailerTicket(page, [ROOF, ENTRY_LATCH])
  const data = { suggestedTime: 2.5 }
  await responseOf(page.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data }))
  await page.goto(`/service-ticket/${ticketId}`)
  await page.getByRole('button', { name: 'Send for Approval' }).click()
  await expect(page).toHaveURL(`${shop.url}/approval-service-ticket/${ticketId}`)
  // The address changes first: until then, the tabs are those of the page before.
  await expect(page.getByRole('button', { name: 'Approve Ticket' })).toBeVisible()
  await openTab(page, 'People')
  for (const panel of ['Customer Info', 'RV Info']) await expect(region(page, panel)).toBeVisible()
  await openTab(page, 'Work')
  for (const panel of ['Technician', 'Parts']) await expect(region(page, panel)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Part' })).toBeVisible()

  const line = jobLine(page, ROOF.problem)
  await expect(line.getByText('0h00m/1h15m')).toBeVisible()
  await expect(line.getByText('Suggested Time')).toContainText('2h30m')
  await expect(jobLine(page, ENTRY_LATCH.problem).getByText('0h00m/0h00m')).toBeVisible()
  await expect(jobLine(page, ENTRY_LATCH.problem).getByText('Suggested Time')).toHaveCount(0)
  await toggleLine(line)
  await expect(row(line, 'Total Balance')).toHaveText(/^\$181\.25/)
  await line.getByRole('button', { name: 'Approve Time of job 1' }).press('Enter')
  await expect(line.getByRole('button', { name: ROOF.problem, expanded: true })).toBeFocused()
  await expectAlert(page, 'Estimated time approved successfully.')
  await expect(line.getByText('0h00m/2h30m')).toBeVisible()
  await expect(row(line, 'Total Balance')).toHaveText(/^\$362\.50/)
  await expect(line.getByRole('button', { name: 'Approve Time' })).toHaveCount(0)

  await line.getByPlaceholder('Type your Cause Here').fill('Sealant cracked at the vent')
  await line.getByPlaceholder('Type your Correction Here').fill('Cut out and sealed anew')
  await line.getByPlaceholder('Type your Correction Here').blur()
  await expect(line.getByText('Saved', { exact: true })).toHaveCount(2)
  await expect(line.getByText('Photos', { exact: true }).first()).toBeVisible()
  await toggleLine(jobLine(page, ENTRY_LATCH.problem))
  await expect(row(jobLine(page, ENTRY_LATCH.problem), 'Total Balance')).toHaveText(/^\$0\.00/)

  await page.getByRole('button', { name: 'Approve Ticket' }).click()
  await expectAlert(page, 'Ticket approved successfully.')
  await expect(page).toHaveURL(`${shop.url}/service-ticket/${ticketId}`)
  await toggleLine(jobLine(page, ROOF.problem))
  await expect(jobLine(page, ROOF.problem).getByText('Sealant cracked at the vent')).toBeVisible()
})

/** The dominant color, each channel from 0 to 255, accurate to about 8. */
async function colorOf(place: Locator): Promise<{ r: number; g: number; b: number }> {
  return (await sharp(await place.screenshot()).stats()).dominant
}

test('a completed ticket is read-only, and its estimate lines are pale yellow', async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  await page.emulateMedia({ colorScheme: 'light' })
  const ticketId = await createTrailerTicket(page, [ROOF, { ...ENTRY_LATCH, estimatedTime: 0.5 }])
  const found = { cause: 'Sealant cracked', correction: 'Sealed anew' }
  await responseOf(page.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data: found }))
  const part = { quantity: 2, description: 'Sealant', perPartAmount: 13.75 }
  await responseOf(page.request.post(`/api/tickets/${ticketId}/parts`, { data: part }))
  await responseOf(page.request.post(`/api/tickets/${ticketId}/finalize`))
  await page.goto(`/completed-service-ticket/${ticketId}`)

  const roof = jobLine(page, ROOF.problem)
  for (const words of ['Sealant cracked', 'Sealed anew', '1h15m', '$181.25', 'Estimate'])
    await expect(roof.getByText(words, { exact: true })).toBeVisible()
  const yellow = await colorOf(roof)
  expect(Math.min(yellow.r, yellow.g)).toBeGreaterThan(225)
  expect(Math.min(yellow.r, yellow.g) - yellow.b).toBeGreaterThan(15)
  const latchLine = jobLine(page, ENTRY_LATCH.problem)
  await expect(latchLine.getByText('N/A')).toHaveCount(2)
  expect(await colorOf(latchLine)).not.toEqual(yellow)

  const main = page.getByRole('main')
  for (const [tab, panel, label, amount] of [
    ['Work', 'Parts', 'Shop Supplies', '$2.75'],
    ['Work', 'Parts', 'Total Parts Amount', '$27.50'],
    ['Totals', 'Totals', 'Total Labor Balance', '$253.75'],
    ['Totals', 'Totals', 'Total Balance', '$284.00'],
  ] as const) {
    await openTab(page, tab)
    await expect(
      region(page, panel).locator('div', { hasText: label }).filter({ hasText: amount }).last(),
    ).toBeVisible()
  }
  await openTab(page, 'People')
  for (const panel of ['Customer Info', 'RV Info']) await expect(region(page, panel)).toBeVisible()
  for (const kind of ['textbox', 'spinbutton', 'combobox'] as const)
    await expect(main.getByRole(kind)).toHaveCount(0)
  for (const name of ['Add Part', 'Assign Technician', 'Release Technician', 'Approve Time'])
    await expect(main.getByRole('button', { name })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Complete Ticket' })).toBeEnabled()
})

test('two people edit one cause: both see it, the last one stays, and nothing else is lost', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop, PHONE)
  const { page: walts } = await newEmployeePage(browser, shop, dana, walt)
  const ticketId = await sentToApproval(dana)
  for (const page of [dana, walts]) {
    await page.goto(`/approval-service-ticket/${ticketId}`)
    await toggleLine(jobLine(page, ROOF.problem))
  }
  const field = (page: Page, placeholder: string) => jobLine(page, ROOF.problem).getByPlaceholder(placeholder)

  await field(dana, CAUSE).fill('Sealant cracked')
  await expect(field(walts, CAUSE)).toHaveValue('Sealant cracked')
  await field(walts, CAUSE).fill('Sealant cracked at the vent')
  await expect(field(dana, CAUSE)).toHaveValue('Sealant cracked at the vent')

  // At the same moment: one of the two texts stays, complete, in both windows and after a reload.
  const texts = ['Vent lid broken', 'Seam open on the left']
  await Promise.all([
    field(dana, CAUSE)
      .fill('Vent lid broken')
      .then(() => field(dana, CORRECTION).fill('New lid')),
    field(walts, CAUSE).fill('Seam open on the left'),
  ])
  for (const page of [dana, walts]) {
    await expect(field(page, CORRECTION)).toHaveValue('New lid')
    await expect(page.getByText(/^(Not saved yet|Saving…)$/)).toHaveCount(0)
  }
  await expect(async () => {
    const [ours = '', theirs] = await Promise.all([dana, walts].map(page => field(page, CAUSE).inputValue()))
    expect(texts).toContain(ours)
    expect(theirs).toBe(ours)
  }).toPass({ timeout: 10_000 })
  const savedCause = await field(dana, CAUSE).inputValue()
  const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
  expect(jobs[0]).toMatchObject({ ...ROOF, cause: savedCause, correction: 'New lid', suggestedTime: 2.5 })
})

test('every failed command of a ticket is reported, and leaves the ticket unchanged', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop, PHONE)
  const fails = async (call: string, tap: () => Promise<void>) => {
    const restore = await failCall(page, `tickets/${call}`)
    await tap()
    await expectAlert(page, BROKEN)
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await restore()
  }
  const button = (name: string) => () => page.getByRole('button', { name, exact: true }).click()
  const read = (ticketId: number) => responseOf(page.request.get(`/api/tickets/${ticketId}`))

  const active = await createTrailerTicket(page, [ROOF])
  await createEmployee(page, sam)
  await assignTicket(page, active, (await createEmployee(page, rosa)).id)
  const before = await read(active)
  await page.goto(`/service-ticket/${active}`)
  await choose(page, 'Select Technician', 'Sam Ortiz')
  await fails('assign', button('Assign Technician'))
  await fails('release', button('Release Technician'))
  const part = await openPartForm(page)
  await part.getByLabel('Quantity', { exact: true }).fill('2')
  await part.getByLabel('Per Item Price').fill('5')
  await fails('addPart', button('Add Part'))
  await expect(part.getByLabel('Quantity', { exact: true })).toHaveValue('2')
  await fails('askApproval', button('Send for Approval'))
  await button('Finalize Ticket')()
  await fails('finalize', button('Finalize Anyway'))
  expect(await read(active)).toEqual(before)

  const approval = await sentToApproval(page)
  const waiting = await read(approval)
  await page.goto(`/approval-service-ticket/${approval}`)
  await fails('approveTime', button('Approve Time of job 1'))
  await fails('approve', button('Approve Ticket'))
  await toggleLine(jobLine(page, ROOF.problem))
  const restore = await failCall(page, 'tickets/changeJob')
  await page.getByPlaceholder(CAUSE).fill('Vent')
  await expect(page.getByText('Not sent yet. Your text is kept on this device.')).toBeVisible()
  await expect(page.getByPlaceholder(CAUSE)).toHaveValue('Vent')
  expect(await read(approval)).toEqual(waiting)
  await restore()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect((await read(approval)).jobs[0].cause).toBe('Vent')

  const completed = await createTrailerTicket(page, [ROOF])
  await responseOf(page.request.post(`/api/tickets/${completed}/finalize`))
  const priced = await read(completed)
  await page.goto(`/completed-service-ticket/${completed}`)
  await button('Complete Ticket')()
  await fails('complete', button('Complete Anyway'))
  expect(await read(completed)).toEqual(priced)
})
