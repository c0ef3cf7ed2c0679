import type { Page } from '@playwright/test'
import { addDays } from '../../../src/domain/lib/calendar-date.ts'
import { dayOf, formatDay } from '../../../src/domain/lib/company-time.ts'
import { bluebonnet, customers, rosa, sam, walt as waltKim } from '../../../src/server/seed/demo-accounts.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  assignTicket,
  createEmployee,
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  openTab,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { expect, expectAlert, LIVE, newPersonPage, openAs, PHONE, test } from '../support/fixtures.ts'
import { insertMissedClockOut } from '../support/multiply-rows.ts'

const bay = (page: Page) => page.getByRole('region', { name: 'On the clock' })
const activity = (page: Page) => page.getByRole('region', { name: 'Activity' })
const toDashboard = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).first().click()

test('the desk sees who is clocked in, and what they did, live', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: phone, id } = await newEmployeePage(browser, shop, dana, rosa)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Furnace lights, then goes out' }])
  await assignTicket(dana, ticketId, id)
  await dana.goto('/dashboard')
  await expect(bay(dana).getByText('No one is clocked in.')).toBeVisible()
  const send = (path: string, data = {}) =>
    responseOf(phone.request.post(`/api/tickets/${ticketId}${path}`, { data }))

  await send('/jobs/1/clock-in')
  await expect(bay(dana).getByText('Rosa Díaz')).toBeVisible(LIVE)
  await expect(bay(dana).getByText(/^0:0\d$/)).toBeVisible()
  await bay(dana).getByRole('link', { name: '1. Furnace lights, then goes out' }).click()
  await expect(dana.getByText(/^Created by Zion Creek RV, /)).toBeVisible()
  const line = /^Rosa clocked (in|out) on 1\. Furnace lights, then goes out, \d{1,2}:\d\d [AP]M$/
  await expect(activity(dana).getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(activity(dana).getByRole('listitem').first()).toHaveText(line)
  await send('/jobs/1/clock-out')
  await expect(activity(dana).getByRole('listitem').first()).toHaveText(/^Rosa clocked out/, LIVE)

  await test.step('prices what the technician used before it is finalized', async () => {
    await send('/parts', { quantity: 1, description: 'Igniter' })
    await expect(dana.getByText('No price yet', { exact: true })).toBeVisible(LIVE)
    const finalize = dana.getByRole('button', { name: 'Finalize Ticket' })
    await expect(finalize).toHaveAttribute('aria-disabled', 'true')
    await expect(dana.getByText('Add prices for Igniter first.')).toBeVisible()
    await dana.getByRole('button', { name: 'Set price of Igniter' }).click()
    await dana.keyboard.type('38.5')
    await dana.keyboard.press('Enter')
    await expect(activity(dana).getByText(/^Zion priced Igniter, /)).toBeVisible(LIVE)
    await expect(finalize).not.toHaveAttribute('aria-disabled', 'true')
  })

  await toDashboard(dana)
  await expect(bay(dana).getByText('No one is clocked in.')).toBeVisible()
})

test('a missed clock-out is corrected with a reason, and the activity shows it', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: walt } = await newEmployeePage(browser, shop, dana, waltKim)
  const { page: phone, id } = await newEmployeePage(browser, shop, dana, sam)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Slide-out stops halfway' }])
  await assignTicket(dana, ticketId, id)
  for (const step of ['clock-in', 'clock-out'])
    await responseOf(phone.request.post(`/api/tickets/${ticketId}/jobs/1/${step}`, { data: {} }))
  await insertMissedClockOut(shop, ticketId, bluebonnet.timeZone)
  for (const page of [dana, walt]) await page.goto('/dashboard')
  const flag = (page: Page) =>
    bay(page)
      .getByRole('listitem')
      .filter({ hasText: 'Missed clock-out' })
      .getByText('Closed 6:00 PM yesterday')
  await expect(flag(dana)).toBeVisible()
  await expect(flag(walt)).toBeVisible()

  const form = walt.getByRole('form', { name: 'Edit Time Entry' })
  await test.step('says beside its field what cannot be', async () => {
    await bay(walt).getByRole('button', { name: 'Fix time of Sam Ortiz' }).press('Enter')
    await expect(form.getByLabel('Clock Out')).toBeFocused()
    const [day] = (await form.getByLabel('Clock Out').inputValue()).split('T')
    await form.getByLabel('Clock Out').fill(`${day}T14:00`)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Clock-out must be after clock-in.')).toBeVisible()
    await expect(form.getByText('Required.')).toBeVisible()
    await form.getByLabel('Clock Out').fill(`${day}T18:00`)
    await form.getByLabel('Reason').fill('Forgot to clock out')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectAlert(walt, 'Time entry corrected.')
    await expect(form).toHaveCount(0)
  })
  await expect(flag(walt)).toHaveCount(0)
  await expect(flag(dana)).toHaveCount(0, LIVE)

  await test.step('tells it on the ticket, where it can be looked at again', async () => {
    await walt.getByRole('link', { name: 'Park, June' }).click()
    const sentence =
      /^Walt corrected the time of Sam Ortiz on 1\. Slide-out stops halfway from 6h00m to 3h00m: Forgot/
    await expect(activity(walt).getByText(sentence)).toBeVisible()
    await toggleLine(jobLine(walt, 'Slide-out stops halfway'))
    const session = walt.getByRole('listitem').filter({ hasText: 'Yesterday, 3:00 PM to 6:00 PM' }).last()
    await expect(session.getByText('Corrected', { exact: true })).toBeVisible()
    await session.getByRole('button', { name: 'Fix time of Sam Ortiz' }).click()
    await form.getByRole('button', { name: 'Time is correct' }).click()
    await expect(form.getByLabel('Reason')).toBeFocused()
    await form.getByLabel('Reason').fill('Asked Sam')
    await form.getByRole('button', { name: 'Time is correct' }).click()
    await expectAlert(walt, 'Time entry confirmed.')
    await expect(
      activity(walt).getByText(/^Walt confirmed the time of Sam Ortiz .* 3h00m: Asked Sam/),
    ).toBeVisible(LIVE)
    await expect(session.getByRole('button', { name: /^Fix time/ })).toBeFocused()
  })
})

test('a technician is assigned and released from the card by keyboard', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: walt } = await newEmployeePage(browser, shop, dana, waltKim)
  for (const technician of [rosa, sam]) await createEmployee(dana, technician)
  await createTrailerTicket(dana, [], customers[0])
  for (const page of [dana, walt]) await page.goto('/dashboard')
  const card = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Whitcomb, Harold' })
  await expect(card(walt)).toContainText('No technician')

  const assign = card(dana).getByRole('button', { name: 'Assign Whitcomb, Harold' })
  await assign.press('Enter')
  await expect(dana.getByRole('menuitemradio', { name: 'Rosa Díaz' })).toBeFocused()
  await dana.keyboard.press('ArrowDown')
  await expect(dana.getByRole('menuitemradio', { name: 'Sam Ortiz' })).toBeFocused()
  await dana.keyboard.press('Enter')
  await expectAlert(dana, 'Technician assigned successfully.')
  await expect(card(walt)).toContainText('Sam Ortiz', LIVE)
  await expect(assign).toBeFocused()

  await dana.keyboard.press('Enter')
  const present = dana.getByRole('menuitemradio', { name: 'Sam Ortiz' })
  await expect(present).toBeFocused()
  await expect(present).toBeChecked()
  await dana.keyboard.press('ArrowDown')
  await expect(dana.getByRole('menuitem', { name: 'Release Technician' })).toBeFocused()
  await dana.keyboard.press('Enter')
  await expectAlert(dana, 'Technician released successfully.')
  await expect(card(walt)).toContainText('No technician', LIVE)

  // The card itself is still a link.
  await card(dana).click({ position: { x: 120, y: 30 } })
  await expect(dana).toHaveURL(/\/service-ticket\/\d{6}$/)
})

test('a technician is planned for a later day on the ticket, and the plan is removed', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  await createEmployee(dana, sam)
  await dana.goto(`/service-ticket/${await createTrailerTicket(dana, [])}`)
  const later = addDays(dayOf(new Date(), bluebonnet.timeZone), 3)
  const panel = dana.getByRole('region', { name: 'Technician' })
  await panel.getByRole('button', { name: 'Assign Technician' }).click()
  await expectAlert(dana, 'Please select a technician.')
  await panel.getByLabel('Select Technician').selectOption('Sam Ortiz')
  await panel.getByLabel('Day').fill(later)
  await panel.getByRole('button', { name: 'Assign Technician' }).click()
  await expectAlert(dana, `Technician scheduled for ${formatDay(later)}.`)
  const plan = panel.getByText(`Planned: Sam Ortiz, ${formatDay(later)}`)
  await expect(plan).toBeVisible()
  await expect(panel.getByText('No technician assigned yet.')).toBeVisible()
  await expect(activity(dana).getByText(`Zion scheduled Sam Ortiz for ${formatDay(later)}`)).toBeVisible(LIVE)

  const drop = panel.getByRole('button', { name: 'Cancel planned assignment' })
  await drop.click()
  await expect(plan).toHaveCount(0)
  await dana.getByRole('button', { name: 'Undo' }).click()
  await expect(plan).toBeVisible()
  await drop.click()
  await expect(plan).toHaveCount(0)
})

test("the desk's tools work on a phone in light and dark, without accessibility problems", {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newPersonPage(browser, shop, PHONE)
  await openAs(dana)
  await expect(bay(dana).getByText('No one is clocked in.')).toBeVisible()
  await expectAccessible(dana)
  await dana.getByRole('button', { name: 'Assign Raman, Priya' }).click()
  await expect(dana.getByRole('menuitem', { name: 'Release Technician' })).toBeVisible()
  await expectAccessible(dana)
  await dana.keyboard.press('Escape')
  await bay(dana)
    .getByRole('button', { name: /^Fix time/ })
    .click()
  await dana.getByRole('button', { name: 'Save' }).click()
  await expect(dana.getByText('Required.')).toBeVisible()
  await expectAccessible(dana)
  await dana.getByRole('button', { name: 'Cancel' }).click()
  await dana.getByRole('link', { name: 'Raman, Priya' }).click()
  await toggleLine(jobLine(dana, 'Slide-out stops halfway'))
  // On the last workday.
  await expect(dana.getByText(/^(Yesterday|Fri, \w+ \d+), 3:00 PM to 9:00 PM$/)).toBeVisible()
  await expectAccessible(dana)
  // The Tab key goes on into the next tab.
  const edit = dana.getByRole('button', { name: 'Edit customer info' })
  await edit.focus()
  await expect(edit).toBeInViewport()
  await openTab(dana, 'Activity')
  await expect(activity(dana).getByRole('listitem').first()).toBeVisible()
  await expectAccessible(dana)
})
