import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { customers, rosa, sam, walt, wyatt } from '../../../src/server/seed/demo-accounts.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  addPart,
  assignTicket,
  choose,
  completeTicket,
  createTrailerTicket,
  finalizeTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  openLinePartForm,
  openTab,
  responseOf,
  suggestTime,
  toggleLine,
} from '../support/actions.ts'
import { expect, expectAlert, LIVE, newPersonPage, openAs, PHONE, test } from '../support/fixtures.ts'

const VIN = '1M8GDM9AXKP042788'

const image = async (background: string) => ({
  name: 'picture.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})

const linesAt = (page: Page) => page.getByRole('region', { name: 'Job Lines' })
const clockAt = (page: Page) => page.getByRole('region', { name: 'Your running clock' })

async function assign(desk: Page, name: string): Promise<void> {
  await desk.getByLabel('Select Technician').selectOption(name)
  await desk.getByRole('button', { name: 'Assign Technician' }).click()
  await expectAlert(desk, 'Technician assigned successfully.')
}

const expectNoMoney = async (page: Page): Promise<void> =>
  expect(await page.getByRole('main').innerText()).not.toMatch(/\$|price each|per item|total|balance|labor/i)

test('a ticket goes from the desk through the bay and the owner into the history, live for everyone', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newOwnerPage(browser, shop)
  const { page: desk } = await newEmployeePage(browser, shop, owner, walt)
  const { page: bay, email, id } = await newEmployeePage(browser, shop, owner, rosa, PHONE)
  await assignTicket(owner, await createTrailerTicket(owner, [{ problem: 'Roof leak' }]), id)
  await desk.goto('/dashboard')
  await owner.goto('/dashboard')
  await bay.goto('/bay')
  await expect(bay.getByRole('link', { name: 'My Jobs' })).toBeVisible()
  await expect(bay.getByRole('region', { name: 'In Progress' })).toBeVisible()
  await expectAccessible(bay)

  await test.step('the writer takes a trailer in and assigns Rosa, who sees it appear', async () => {
    await desk.getByRole('link', { name: 'Create Ticket' }).click()
    for (const [label, value] of [
      ['First Name', 'Wren'],
      ['Last Name', 'Hollis'],
      ['Email', 'wren.hollis@mail.example'],
      ['Phone', '(574) 555-0244'],
      ['VIN', VIN],
      ['Make', 'Jayco'],
      ['Model', 'Eagle 294CKBS'],
      ['Year', '2021'],
    ] as const)
      await desk.getByLabel(label, { exact: label === 'Phone' }).fill(value)
    await desk.getByLabel('Address', { exact: true }).fill('12 Depot Street, Goshen, IN 46526')
    await choose(desk, 'Axle Amount', '2')
    for (const [problem, hours, estimate] of [
      ['Slide-out stalls halfway', '0.5', 'Yes'],
      ['Grease the hitch', '0.25', 'No'],
    ] as const) {
      await desk.getByLabel('Problem').fill(problem)
      await desk.getByLabel('Estimated Time').fill(hours)
      await desk.getByLabel('Estimate', { exact: true }).selectOption(estimate)
      await desk.getByRole('button', { name: 'Add Job' }).click()
      await expect(desk.getByText(problem)).toBeVisible()
    }
    await desk.getByRole('button', { name: 'Create Ticket' }).click()
    await desk.getByRole('link', { name: 'Hollis, Wren' }).click()
    await assign(desk, 'Rosa Díaz')
    await expect(bay.getByRole('link', { name: 'Hollis, Wren' })).toBeVisible(LIVE)
  })

  const lineAt = (page: Page) => jobLine(page, 'Slide-out stalls')

  await test.step('she clocks in, and her clock stands on every page and device', async () => {
    await bay.getByRole('link', { name: 'Hollis, Wren' }).click()
    await expect(bay).toHaveURL(/\/bay\/\d{6}$/)
    await bay.getByRole('button', { name: 'Clock In of job 1' }).click()
    await expect(clockAt(bay)).toContainText(/Slide-out stalls halfwayHollis, Wren0:0\d/)
    await expect(desk.getByText(/Rosa Díaz is clocked in 0:0\d/)).toBeVisible(LIVE)
    await expect(
      bay.getByText('A technician is still clocked in on 1. Slide-out stalls halfway.'),
    ).toBeVisible()
    const atHome = await newPersonPage(browser, shop)
    await openAs(atHome, email, 'bay')
    await expect(atHome.getByText('You’re clocked in')).toBeVisible()
    await expect(clockAt(atHome)).toBeVisible()
    await bay.reload()
    await clockAt(bay)
      .getByRole('button', { name: /^Clock Out/ })
      .click()
    for (const page of [bay, atHome]) await expect(clockAt(page)).toHaveCount(0, LIVE)
    await lineAt(bay).getByRole('button', { name: 'Clock In' }).click()
    await expect(clockAt(atHome)).toBeVisible(LIVE)
    await atHome.close()
  })

  await test.step('writes what it was, shows it, and asks for a part and for time', async () => {
    await toggleLine(lineAt(desk))
    await expect(lineAt(bay).getByLabel('Cause')).toBeVisible()
    await lineAt(bay).getByLabel('Cause').fill('Gear motor stripped')
    await lineAt(bay).getByLabel('Correction').fill('Replaced the gear motor')
    await expect(lineAt(desk).getByText('Gear motor stripped')).toBeVisible({ timeout: 4000 })
    await expect(lineAt(desk).getByText('Replaced the gear motor')).toBeVisible({ timeout: 4000 })
    await lineAt(bay)
      .getByLabel('Photos before the repair')
      .setInputFiles([await image('#1f4a3a'), await image('#c4571b')])
    for (const page of [bay, desk]) await expect(page.locator('img[src*="/photos/"]')).toHaveCount(2)

    const form = await openLinePartForm(lineAt(bay), 1)
    await expect(form.getByLabel('Quantity', { exact: true })).toBeFocused()
    await expect(form.getByLabel('Per Item Price')).toHaveCount(0)
    await addPart(form, { quantity: '2', description: 'Gear motor' })
    await expect(bay.getByText('No price yet')).toBeVisible()
    await expect(desk.getByText('No price yet', { exact: true })).toBeVisible(LIVE)

    await suggestTime(bay, 1, '3.5')
    await expect(lineAt(desk).getByText('Suggested Time 3h30m')).toBeVisible(LIVE)
    await expectAccessible(bay)
    await openTab(bay, 'People')
    await expect(bay.getByRole('link', { name: 'Call (574) 555-0244' })).toHaveAttribute(
      'href',
      'tel:5745550244',
    )
    await expect(bay.getByRole('link', { name: /^Map of 12 Depot Street/ })).toBeVisible()
    await expectNoMoney(bay)
    await expectAccessible(bay)
    await openTab(bay, 'Work')
  })

  await test.step('and asks approval, which the owner sees at once and gives', async () => {
    await lineAt(bay).getByRole('button', { name: 'Clock Out' }).click()
    await bay.getByRole('button', { name: 'Send for Approval' }).click()
    await expect(bay).toHaveURL(/\/bay$/)
    await expectAlert(bay, 'Ticket sent for approval.')
    const waiting = bay.getByRole('region', { name: 'Waiting for Approval' })
    await expect(waiting.getByRole('link', { name: 'Hollis, Wren' })).toBeVisible(LIVE)
    await owner.getByRole('region', { name: 'Approval' }).getByRole('link', { name: 'Hollis, Wren' }).click()
    await waiting.getByRole('link', { name: 'Hollis, Wren' }).click()
    await expect(bay.getByText(/^Sent for approval by Rosa Díaz at/)).toBeVisible()
    await expect(bay.getByRole('button', { name: /Clock In|Send for Approval|Add Part/ })).toHaveCount(0)
    await expectNoMoney(bay)
    await expectAccessible(bay)

    await owner.getByRole('button', { name: 'Approve Time' }).click()
    await expectAlert(owner, 'Estimated time approved successfully.')
    await expect(lineAt(bay).getByText(/^0h0\dm\/3h30m$/)).toBeVisible(LIVE)
    await owner.getByRole('button', { name: 'Approve Ticket' }).click()
    await expect(bay.getByText(/^Approved by Zion Creek RV at/)).toBeVisible(LIVE)
    await expect(bay.getByRole('button', { name: 'Clock In of job 1' })).toBeVisible(LIVE)
  })

  await test.step('the writer prices the part and finalizes, the owner completes', async () => {
    // Closed again after its way through the approval, the line still says what is missing.
    await expect(lineAt(desk).getByText('No price yet', { exact: true })).toBeVisible()
    await toggleLine(lineAt(desk))
    await desk.getByRole('button', { name: 'Set price of Gear motor' }).click()
    await desk.getByLabel('New price of Gear motor').fill('289')
    await desk.keyboard.press('Enter')
    await expect(bay.getByText('No price yet')).toHaveCount(0, LIVE)
    await finalizeTicket(desk)
    await expect(bay.getByText(/^Finalized by Walt Kim at/)).toBeVisible(LIVE)
    await expectNoMoney(bay)
    await owner.getByRole('link', { name: 'Open Ticket' }).click()
    await completeTicket(owner)
    await expect(bay.getByText(/^Completed by Zion Creek RV at/)).toBeVisible(LIVE)
  })

  const visitor = await newPersonPage(browser, shop)
  await visitor.goto(`/work-history?vin=${VIN}`)
  // Other tests of this server complete tickets of the same rig.
  await expect(visitor.getByText('Rosa Díaz').first()).toBeVisible()
  // 3.75 hours at 145, two parts at 289, and 10 % of the parts.
  await expect(visitor.getByText('$1,179.55')).toBeVisible()
})

test("a technician's ticket is reassigned, and their role changes, while they work", {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newOwnerPage(browser, shop)
  const { page: bay, id } = await newEmployeePage(browser, shop, owner, rosa)
  const jobs = [{ problem: 'Furnace lights, then goes out' }]
  await createTrailerTicket(owner, jobs, customers[0])
  const ticketId = await createTrailerTicket(owner, jobs, customers[2])
  await assignTicket(owner, ticketId, id)
  await bay.goto(`/bay/${ticketId}`)
  await expect(bay.getByRole('button', { name: 'Clock In of job 1' })).toBeVisible()
  const ticket = bay.url()

  await test.step('the ticket is released, and comes back', async () => {
    await owner.goto(`/service-ticket/${ticketId}`)
    await owner.getByRole('button', { name: 'Release Technician' }).click()
    await expect(bay.getByText('This ticket is no longer assigned to you.')).toBeVisible(LIVE)
    await assign(owner, 'Rosa Díaz')
    await expect(bay.getByRole('button', { name: 'Clock In of job 1' })).toBeVisible(LIVE)
  })

  const change = async (act: (form: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await owner
      .getByRole('listitem')
      .filter({ hasText: 'Rosa Díaz' })
      .getByRole('button', { name: 'Edit' })
      .click()
    const form = owner.getByRole('form', { name: 'Edit Rosa Díaz' })
    await act(form)
    await form.getByRole('button', { name: 'Save Employee' }).click()
    await expect(form).toHaveCount(0)
  }

  await test.step('a technician who becomes a writer too has both places', async () => {
    await owner.goto('/register-employee')
    await change(form => form.getByLabel('Service Writer').check())
    const nav = bay.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Dashboard' })).toBeVisible({ timeout: 6000 })
    await nav.getByRole('link', { name: 'My Jobs' }).click()
    await expect(bay.getByRole('link', { name: 'Jorgensen, Earl' })).toBeVisible()
    await expect(bay.getByRole('link', { name: 'Whitcomb, Harold' })).toHaveCount(0)
    await bay.getByRole('link', { name: 'Jorgensen, Earl' }).click()
    await expect(bay.getByRole('button', { name: 'Clock In of job 1' })).toBeVisible()
    await expectNoMoney(bay)
    await nav.getByRole('link', { name: 'Dashboard' }).click()
    await expect(bay.getByRole('link', { name: 'Whitcomb, Harold' })).toBeVisible()
  })

  await test.step('and back in the bay alone, the dashboard leads there', async () => {
    await change(form => form.getByLabel('Service Writer').uncheck())
    await expect(bay).toHaveURL(/\/bay$/, { timeout: 6000 })
    await bay.goto('/dashboard')
    await expect(bay).toHaveURL(/\/bay$/)
    await bay.goto(ticket.replace('/bay/', '/service-ticket/'))
    await expect(bay).toHaveURL(ticket)
    const search = bay.getByPlaceholder('Number, customer, phone')
    // The URL changes before the page is ready, and a key tapped too early has no effect.
    await expect(async () => {
      await bay.keyboard.press('Control+K')
      await expect(search).toBeVisible({ timeout: 1000 })
    }).toPass()
    await search.fill('Jorgensen')
    await bay.getByRole('button', { name: /Jorgensen, Earl/ }).click()
    await expect(bay).toHaveURL(ticket)
  })
})

test('a clock tap whose response is lost waits in sight, and is done once', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const owner = await newOwnerPage(browser, shop)
  const { page, id } = await newEmployeePage(browser, shop, owner, rosa, PHONE)
  const ticketId = await createTrailerTicket(owner, [{ problem: 'Roof leak' }])
  await assignTicket(owner, ticketId, id)
  await page.goto(`/bay/${ticketId}`)
  const start = page.getByRole('button', { name: 'Clock In of job 1' })
  const stop = linesAt(page).getByRole('button', { name: 'Clock Out of job 1' })
  // Every tap arrives, and every response gets lost.
  await page.route('**/rpc/tickets/clockIn', async route => {
    await route.fetch()
    await route.abort()
  })
  await start.click()
  await expect(stop).toBeVisible()
  await expect(clockAt(page)).toBeVisible()
  await expect(linesAt(page).getByText('Not sent yet')).toBeVisible()
  await expect(page.getByRole('button', { name: '1 not sent' })).toBeVisible()
  // The menu opens over it.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Home' }).click({ trial: true, position: { x: 40, y: 20 } })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page.getByRole('button', { name: '1 not sent' })).toBeHidden()
  await expect(linesAt(page).getByText('Not sent yet')).toBeHidden()
  await stop.click()
  await expect(start).toBeVisible()
  await expect
    .poll(async () => {
      const { jobs } = await responseOf(owner.request.get(`/api/tickets/${ticketId}`))
      return jobs[0].sessions.map(
        ({ clockOutTime }: { clockOutTime: string | null }) => clockOutTime !== null,
      )
    })
    .toEqual([true])
})

test('text typed offline is in its field after a reload, and is saved then', async ({ shop, browser }) => {
  const owner = await newOwnerPage(browser, shop)
  const { page, id } = await newEmployeePage(browser, shop, owner, sam, PHONE)
  const ticketId = await createTrailerTicket(owner, [{ problem: 'Roof leak' }, { problem: 'Lights flicker' }])
  await assignTicket(owner, ticketId, id)
  await page.goto(`/bay/${ticketId}`)
  const line = jobLine(page, 'Lights flicker')
  await toggleLine(line)
  await page.route('**/rpc/tickets/changeJob', route => route.abort())
  await line.getByLabel('Cause').fill('Chafed wire behind the panel')
  await expect(line.getByText('Not sent yet. Your text is kept on this device.')).toBeVisible()
  await page.reload()
  await expect(line.getByLabel('Cause')).toHaveValue('Chafed wire behind the panel')
  await page.unroute('**/rpc/tickets/changeJob')
  await expect(line.getByText('Saved', { exact: true })).toBeVisible()
  const { jobs } = await responseOf(owner.request.get(`/api/tickets/${ticketId}`))
  expect(jobs[1].cause).toBe('Chafed wire behind the panel')
})

test('a technician without tickets sees what will appear', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await openAs(page, wyatt.email, 'bay')
  await expect(page.getByText('No tickets are assigned to you.')).toBeVisible()
  await expect(page.getByText('They appear here as soon as one is assigned.')).toBeVisible()
  await page.goto('/bay/123456')
  await expect(page.getByText('No ticket data found.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to My Jobs' }).click()
  await expect(page).toHaveURL(/\/bay$/)
  await expectAccessible(page)
})
