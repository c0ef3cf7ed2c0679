import { customers, walt as waltKim } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import {
  addPart,
  createTrailerTicket,
  finalizeTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  openJobForm,
  openPartForm,
  openTab,
  responseOf,
  suggestTime,
  toggleLine,
} from '../support/actions.ts'
import { expect, expectAlert, LIVE, PHONE, test } from '../support/fixtures.ts'

const NEW_VIN = '1FDXE4FN1KDC9X118'
const JOBS = [
  { problem: 'Roof leak above the bunk', estimatedTime: 1 },
  { problem: 'Sealant cracked around the vent', estimatedTime: 1.75 },
]

test('an owner with a phone takes a ticket to completion, and the desk sees each step', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop, PHONE)
  const { page: walt } = await newEmployeePage(browser, shop, dana, waltKim)
  const ticketId = await createTrailerTicket(dana, JOBS, customers[0])
  for (const page of [dana, walt]) await page.goto(`/service-ticket/${ticketId}`)
  const jobsAt = (page: typeof dana) => page.getByRole('region', { name: 'Job Lines' })
  const lineAt = (page: typeof dana) => jobLine(page, 'Water stain below the sink')

  await test.step('adds a job line, corrects its time, and deletes another, which can be undone', async () => {
    const adding = await openJobForm(dana)
    await expect(adding.getByLabel('Problem')).toBeFocused()
    await adding.getByLabel('Problem').fill('Water stain below the sink')
    await adding.getByLabel('Estimated Time').fill('1.5')
    await adding.getByLabel('Estimate', { exact: true }).selectOption('Yes')
    await adding.getByRole('button', { name: 'Add Job' }).click()
    await expect(lineAt(walt).getByText('1h30m')).toBeVisible(LIVE)
    await toggleLine(jobLine(walt, 'Sealant cracked'))
    await walt.getByRole('button', { name: 'Delete job 2' }).click()
    await expect(jobsAt(dana).getByText(/Sealant cracked/)).toHaveCount(0, LIVE)
    await walt.getByRole('button', { name: 'Undo' }).click()
    await expect(jobsAt(dana).getByText(/Sealant cracked/)).toBeVisible(LIVE)

    await toggleLine(lineAt(walt))
    await walt.getByRole('button', { name: 'Edit job 3' }).click()
    await walt.getByLabel('Estimated Time').fill('2')
    await walt.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(lineAt(dana).getByText('2h00m')).toBeVisible(LIVE)
  })

  await test.step('gives a line a flat price once the company offers them, and takes it away again', async () => {
    await responseOf(dana.request.post('/api/company/billing/turn-on'))
    await responseOf(dana.request.patch('/api/company/billing', { data: { offersFlatPrice: true } }))
    await walt.reload()
    await toggleLine(lineAt(walt))
    const price = lineAt(dana).getByText('$450.01')
    const save = walt.getByRole('button', { name: 'Save', exact: true })
    await walt.getByRole('button', { name: 'Edit estimated time of job 3' }).click()
    await walt.getByLabel('Labor', { exact: true }).selectOption('Flat price')
    await walt.getByLabel('Flat Price').fill('450.015')
    await save.click()
    await expect(walt.getByText('Use no more than 2 decimal places.')).toBeVisible()
    await walt.getByLabel('Flat Price').fill('450.01')
    await save.click()
    await expect(price.first()).toBeVisible(LIVE)
    await expect(lineAt(walt).getByText('Flat price.')).toBeVisible()
    await walt.getByRole('button', { name: 'Edit job 3' }).click()
    await walt.getByLabel('Labor', { exact: true }).selectOption('Estimated hours')
    await save.click()
    await expect(price).toHaveCount(0, LIVE)
    await responseOf(dana.request.post('/api/company/billing/turn-off'))
  })

  await test.step('runs one clock at a time, seen by the desk', async () => {
    await dana.getByRole('button', { name: 'Clock In of job 1' }).click()
    await expect(dana.getByRole('button', { name: /Clock Out of job 1.*0:0\d/ })).toBeVisible()
    await expect(walt.getByText(/is clocked in 0:0\d/)).toBeVisible(LIVE)
    await lineAt(dana).getByRole('button', { name: 'Clock In' }).click()
    await expectAlert(dana, /^You were clocked out of ticket \d{6}, job 1\.$/)
    await lineAt(dana)
      .getByRole('button', { name: /Clock Out/ })
      .click()
    await expect(lineAt(dana).getByRole('button', { name: 'Clock In' })).toBeVisible()
    await expect(walt.getByText(/is clocked in/)).toHaveCount(0, LIVE)
    await expect(lineAt(walt).getByText('Can’t delete: this job has time, photos or parts')).toBeVisible(LIVE)
  })

  await test.step('writes what it was and suggests how long it takes', async () => {
    // It opened when she clocked in.
    await expect(lineAt(dana).getByText('N/A').first()).toBeVisible()
    await lineAt(dana).getByRole('button', { name: 'Edit cause of job 3' }).click()
    await lineAt(dana).getByPlaceholder('Type your Cause Here').fill('Cracked elbow')
    await expect(lineAt(walt).getByText('Cracked elbow')).toBeVisible({ timeout: 4000 })
    await suggestTime(dana, 3, '3.5')
    await expect(lineAt(walt).getByText('Suggested Time 3h30m')).toBeVisible(LIVE)
    await expectNoViolations(dana)
  })

  await test.step("corrects the customer's phone and the VIN", async () => {
    await openTab(dana, 'People')
    await dana.getByRole('button', { name: 'Edit customer info' }).click()
    await dana.getByLabel('Phone').fill('call me')
    await dana.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dana.getByText('Enter a valid phone number.')).toBeVisible()
    await dana.getByLabel('Phone').fill('(574) 555-0299')
    await dana.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(walt.getByRole('link', { name: '(574) 555-0299' })).toBeVisible(LIVE)
    await dana.getByRole('button', { name: 'Edit RV info' }).click()
    await dana.getByLabel('VIN').fill(NEW_VIN.toLowerCase())
    await dana.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(walt.locator('main header + p').getByText(NEW_VIN)).toBeVisible(LIVE)
    const rig = walt.getByRole('region', { name: 'RV Info' })
    await expect(rig.getByText(NEW_VIN)).toBeVisible()
    const [{ customerRV }] = customers
    await expect(rig.getByText(customerRV.make, { exact: true })).toBeVisible()
  })

  await test.step('approves the time and the ticket', async () => {
    await dana.getByRole('button', { name: 'Send for Approval' }).click()
    await expect(dana).toHaveURL(/\/approval-service-ticket\/\d{6}$/)
    // The address changes first: until then, the line is the one of the page before.
    await expect(dana.getByRole('button', { name: 'Approve Ticket' })).toBeVisible()
    await expect(walt.getByText(/sent for approval by Zion Creek RV/).first()).toBeVisible(LIVE)
    await walt.getByRole('link', { name: 'Open Ticket' }).click()
    await toggleLine(lineAt(dana))
    await expect(lineAt(dana).getByLabel('Cause')).toHaveValue('Cracked elbow')
    await expectNoViolations(dana)
    await lineAt(dana).getByRole('button', { name: 'Approve Time' }).click()
    await expectAlert(dana, 'Estimated time approved successfully.')
    await expect(lineAt(walt).getByText('0h00m/3h30m')).toBeVisible(LIVE)
    await dana.getByRole('button', { name: 'Approve Ticket' }).click()
    await expectAlert(dana, 'Ticket approved successfully.')
    await expect(dana).toHaveURL(/\/service-ticket\/\d{6}$/)
    await expect(walt.getByText(/approved by Zion Creek RV/).first()).toBeVisible(LIVE)
  })

  await test.step('finalizes it at the sum that was explained', async () => {
    const totals = dana.getByRole('region', { name: 'Totals' })
    await openTab(dana, 'Totals')
    await expect(totals.getByText('$145.00 + $507.50 + $253.75')).toBeVisible()
    await expect(totals.getByText('Estimate. Final when the ticket is finalized.')).toBeVisible()
    await finalizeTicket(dana)
    // The address changes first: until then, the tabs are those of the page before.
    await expect(dana.getByRole('button', { name: 'Complete Ticket' })).toBeVisible()
    await openTab(dana, 'Totals')
    await expect(totals.getByText('$906.25').first()).toBeVisible()
    await expect(totals.getByText('Estimate. Final when the ticket is finalized.')).toHaveCount(0)
    await expectNoViolations(dana)
  })
})

test('a part is moved to a job line and back', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop)
  await page.goto(`/service-ticket/${await createTrailerTicket(page, JOBS)}`)
  const part = { quantity: '2', description: 'PEX elbow', price: '3.25', jobNumber: 2 }
  await addPart(await openPartForm(page), part)
  await expect(page.getByText('1 part is on its job line.')).toBeVisible()
  await toggleLine(jobLine(page, 'Sealant cracked'))
  const line = page.getByRole('combobox', { name: 'Job line of PEX elbow' })
  await expect(line.locator(':checked')).toHaveText(/^2\. Sealant cracked/)
  await page.getByRole('button', { name: 'Change price of PEX elbow' }).click()
  await page.getByLabel('New price of PEX elbow').fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No price yet', { exact: true })).toBeVisible()
  await line.focus()
  await line.selectOption('1')
  await expect(jobLine(page, 'Roof leak').getByText('No price yet', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Parts of job 2' }).getByRole('list')).toBeFocused()
  await page.reload()
  await toggleLine(jobLine(page, 'Roof leak'))
  await expect(line.locator(':checked')).toHaveText(/^1\. Roof leak/)
})

test('text typed just before a ticket is finalized is saved', async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, JOBS)
  await dana.goto(`/service-ticket/${ticketId}`)
  await toggleLine(jobLine(dana, 'Roof leak'))
  await dana.getByRole('button', { name: 'Edit cause of job 1' }).click()
  await dana.getByPlaceholder('Type your Cause Here').fill('Cracked sealant')
  await dana.getByRole('button', { name: 'Finalize Ticket' }).click()
  await dana.getByRole('button', { name: 'Finalize Anyway' }).click()
  await expect(dana).toHaveURL(/\/completed-service-ticket\/\d{6}$/)
  const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
  expect(jobs[0].cause).toBe('Cracked sealant')
})

test('text typed at the desk just before its tab was closed is saved from any ticket’s page', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  const [ticketId, other] = [await createTrailerTicket(dana, JOBS), await createTrailerTicket(dana, JOBS)]
  await dana.goto(`/service-ticket/${ticketId}`)
  await toggleLine(jobLine(dana, 'Roof leak'))
  await dana.getByRole('button', { name: 'Edit cause of job 1' }).click()
  await dana.getByPlaceholder('Type your Cause Here').fill('Cracked sealant')
  const next = await dana.context().newPage()
  await dana.close()
  await next.goto(`/service-ticket/${other}`)
  await expect
    .poll(async () => (await responseOf(next.request.get(`/api/tickets/${ticketId}`))).jobs[0].cause)
    .toBe('Cracked sealant')
})
