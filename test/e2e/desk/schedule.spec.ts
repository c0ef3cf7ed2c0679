import { addDays, mondayOf } from '../../../src/domain/lib/calendar-date.ts'
import { formatDay } from '../../../src/domain/lib/company-time.ts'
import { sam, walt } from '../../../src/server/seed/demo-accounts.ts'
import { horizontalOverflow } from '../support/accessibility.ts'
import {
  createEmployee,
  createTrailerTicket,
  delayAt,
  newEmployeePage,
  newOwnerPage,
  responseOf,
} from '../support/actions.ts'
import { expect, expectAlert, LIVE, test } from '../support/fixtures.ts'

test('a ticket is assigned and planned with the keyboard alone, and the other desk sees it', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: desk } = await newEmployeePage(browser, shop, dana, walt)
  await createEmployee(dana, sam)
  await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  for (const page of [dana, desk]) await page.goto('/schedule')
  const waiting = desk.getByRole('region', { name: 'Unassigned' })
  await expect(waiting.getByRole('button')).toHaveCount(1)

  const first = dana.getByRole('region', { name: 'Unassigned' }).getByRole('button').first()
  await first.focus()
  await dana.keyboard.press('Enter')
  await expect(dana.getByRole('dialog')).toBeVisible()
  await dana.keyboard.press('Escape')
  await expect(first).toBeFocused()
  await dana.keyboard.press('Enter')
  await dana.getByRole('button', { name: 'Assign Technician' }).focus()
  await dana.keyboard.press('Enter')
  await expect(dana.getByText('Please select a technician.')).toBeVisible()
  await dana.getByLabel('Technician', { exact: true }).focus()
  await dana.keyboard.type('Sam')
  const day = dana.getByLabel('Day')
  const tomorrow = await day.evaluate(field => {
    const next = new Date(`${field.getAttribute('min')}T00:00:00Z`)
    next.setUTCDate(next.getUTCDate() + 1)
    return next.toISOString().slice(0, 10)
  })
  await day.fill(tomorrow)
  await dana.keyboard.press('Enter')
  await expectAlert(dana, /^Technician scheduled for /)
  await expect(waiting.getByText('Every ticket in progress is assigned.')).toBeVisible(LIVE)
})

test('dragging to a day asks for confirmation', async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  await createEmployee(dana, sam)
  await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  await dana.goto('/schedule')
  const ticket = dana.getByRole('region', { name: 'Unassigned' }).getByRole('button').first()
  const name = (await ticket.innerText()).split('\n')[0] ?? ''
  const row = dana.getByText('Sam Ortiz')
  const [from, to] = [await ticket.boundingBox(), await row.boundingBox()]
  if (from === null || to === null) throw new Error('The board is not there.')
  await dana.mouse.move(from.x + 40, from.y + 20)
  await dana.mouse.down()
  await dana.mouse.move(to.x + 160, to.y + 5, { steps: 4 })
  // The last day of the week is never in the past.
  await dana.mouse.move(1150, to.y + 8, { steps: 6 })
  await dana.mouse.up()
  const dialog = dana.getByRole('dialog', { name })
  await expect(dialog.getByLabel('Technician', { exact: true })).toHaveValue(/.+/)
  await dialog.getByRole('button', { name: 'Assign Technician' }).click()
  await expectAlert(dana, /^Technician (scheduled for|assigned)/)
  const entry = dana.getByRole('button', { name: /(Planned|Assigned) · 2021 Jayco/ })
  await entry.dragTo(dana.getByRole('cell').first())
  await expect(
    dana
      .getByRole('dialog', { name })
      .getByRole('button', { name: /^(Cancel Planned Assignment|Release Technician)$/ }),
  ).toBeVisible()
})

test('a day is chosen with the arrow keys, and the tap waits for the code of the dialog', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  await createEmployee(dana, sam)
  const lost = /assets\/assign-dialog|api\/health/
  await dana.route(lost, route => route.abort())
  await dana.goto('/schedule')
  const days = dana.getByRole('button', { name: /^Assign to Sam Ortiz, / })
  await days.first().focus()
  await dana.keyboard.press('ArrowRight')
  await expect(days.nth(1)).toBeFocused()
  await dana.keyboard.press('End')
  await expect(days.nth(6)).toBeFocused()
  await dana.keyboard.press('Enter')
  await expectAlert(dana, 'Can’t reach the server.')

  // In this order: the page itself may ask for the code again meanwhile.
  const dialogNow = await delayAt(dana, '**/assets/assign-dialog*.js')
  await dana.unroute(lost)
  await dana.keyboard.press('Enter')
  await expect(dana.locator('[aria-busy="true"]').filter({ has: days.first() })).toBeVisible()
  dialogNow()
  const dialog = dana.getByRole('dialog', { name: 'Assign a Ticket' })
  await expect(dialog.getByLabel('Technician', { exact: true })).toHaveValue(/.+/)
  const day = formatDay(await dialog.getByLabel('Day').inputValue())
  await dana.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(dana.getByRole('button', { name: `Assign to Sam Ortiz, ${day}` })).toBeFocused()
})

test('an appointment on the day by the hour is moved by dragging, and planned with keys', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  await createEmployee(dana, sam)
  const { today } = await responseOf(dana.request.get('/api/schedule'))
  const day = addDays(mondayOf(today), 7)
  await responseOf(
    dana.request.post('/api/appointments', {
      data: {
        problem: 'The slide-out stops halfway',
        customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '5745550177' },
        wanted: { day, time: '09:00' },
        estimatedTime: 2,
      },
    }),
  )
  await dana.goto('/schedule')
  await dana.getByRole('button', { name: 'Next week' }).click()
  await dana.getByRole('link', { name: formatDay(day) }).click()
  await expect(dana).toHaveURL(`/schedule?day=${day}`)

  const bar = (time: string) => dana.getByRole('button', { name: `${time} · Bell, Otis Drop-off · 2h left` })
  const box = await bar('9:00 AM').boundingBox()
  const next = await dana.getByText('10 AM', { exact: true }).boundingBox()
  if (box === null || next === null) throw new Error('The board is not there.')
  // Two hours and a bit, from where it was taken.
  const x = box.x + 20 + 2.1 * (next.x - box.x)
  await dana.mouse.move(box.x + 20, box.y + 20)
  await dana.mouse.down()
  await dana.mouse.move(x - 10, box.y + 20, { steps: 4 })
  await dana.mouse.move(x, box.y + 20, { steps: 2 })
  await dana.mouse.up()
  const dialog = dana.getByRole('dialog', { name: 'Bell, Otis' })
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('11:00')
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expectAlert(dana, 'Appointment moved.')

  await bar('11:00 AM').focus()
  await dana.keyboard.press('ArrowDown')
  await expect(dana.getByRole('button', { name: `Assign to Sam Ortiz, ${formatDay(day)}` })).toBeFocused()
  await dana.keyboard.press('ArrowUp')
  await dana.keyboard.press('Enter')
  await expect(dialog.getByLabel('Day')).toHaveValue(day)
  await dialog.getByLabel('Technician', { exact: true }).selectOption('Sam Ortiz')
  await dialog.getByRole('button', { name: 'Assign Technician' }).click()
  await expectAlert(dana, `Technician scheduled for ${formatDay(day)}.`)
  const row = dana.getByRole('listitem').filter({ has: dana.getByRole('heading', { name: 'Sam Ortiz' }) })
  await expect(row.getByRole('button', { name: /^11:00 AM · Bell, Otis / })).toBeVisible()
  await expect(dana.getByRole('heading', { name: 'No technician' })).toBeHidden()

  // Where there is little room it is a list, in the same order.
  await dana.setViewportSize({ width: 360, height: 800 })
  await expect(row.getByText('2h of 10h')).toBeVisible()
  await expect(row.getByText(`Assign to Sam Ortiz, ${formatDay(day)}`)).toBeInViewport()
  await row.getByRole('button', { name: /^11:00 AM · Bell, Otis / }).click()
  await dialog.getByRole('button', { name: 'Move Appointment' }).click()
  await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('11:00')
  expect(await horizontalOverflow(dana)).toEqual([])
  await dana.getByRole('button', { name: 'Keep the old time' }).click()
  await dana.getByRole('button', { name: 'Today' }).click()
  await expect(dana).toHaveURL('/schedule?day=today')
  await dana.getByRole('button', { name: 'Week', exact: true }).click()
  await expect(dana).toHaveURL('/schedule')
})

test('a caller without a VIN gets an appointment, which is moved', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  await dana.goto('/schedule')
  await dana.getByRole('link', { name: 'New Appointment' }).click()
  await dana.getByRole('button', { name: 'Make Appointment' }).click()
  await expect(dana.getByLabel('First Name')).toBeFocused()
  await dana.keyboard.press('Control+K')
  await dana.getByRole('textbox', { name: 'Find a ticket' }).fill('Otis Bell')
  await dana.getByRole('button', { name: 'New Appointment for “Otis Bell”' }).click()
  await expect(dana.getByLabel('Last Name')).toHaveValue('Bell')
  await expect(dana.getByLabel('First Name')).toHaveValue('Otis')
  await dana.getByLabel('Phone').fill('574 555 0177')
  await dana.getByLabel('Problem').fill('The slide-out stops halfway')
  const day = dana.getByLabel('Day')
  const inTwoDays = await day.evaluate(field => {
    const next = new Date(`${field.getAttribute('min')}T00:00:00Z`)
    next.setUTCDate(next.getUTCDate() + 2)
    return next.toISOString().slice(0, 10)
  })
  await day.fill(inTwoDays)
  const time = dana.getByLabel('Time', { exact: true })
  await time.selectOption('3:00 AM')
  await expect(dana.getByText(/^Customers can’t book this time, but you can\./)).toBeVisible()
  await time.selectOption('10:30 AM')
  await dana.getByRole('button', { name: 'Make Appointment' }).click()
  await expectAlert(dana, /^Appointment made for .* at 10:30 AM\.$/)
  await expect(dana.getByRole('heading', { name: 'Bell, Otis' })).toBeVisible()

  await dana.getByRole('button', { name: 'Move Appointment' }).click()
  await time.selectOption('2:00 PM')
  await dana.getByRole('button', { name: 'Move', exact: true }).click()
  await expectAlert(dana, 'Appointment moved.')
  await expect(dana.getByText(`Booked ${formatDay(inTwoDays)}, 2:00 PM`)).toBeVisible(LIVE)
  await expect(dana.getByRole('button', { name: 'Move Appointment' })).toBeFocused()
})
