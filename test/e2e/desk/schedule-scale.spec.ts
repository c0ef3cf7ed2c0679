import { addDays, mondayOf } from '../../../src/domain/lib/calendar-date.ts'
import { formatDay } from '../../../src/domain/lib/company-time.ts'
import { sam } from '../../../src/server/seed/demo-accounts.ts'
import { createEmployee, newOwnerPage, responseOf } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'

const TECHNICIANS = 30
const APPOINTMENTS = 200
/** A desk's older computer beside this one. */
const CPU_SLOWDOWN = 4

test('a day of 30 technicians and 200 appointments shows all of them, and is worked with keys', {
  tag: '@long',
}, async ({ shop, browser }) => {
  test.slow()
  const dana = await newOwnerPage(browser, shop)
  for (let number = 1; number <= TECHNICIANS; number += 1)
    await createEmployee(dana, { ...sam, firstName: `Sam${number}` })
  const { today, technicians } = await responseOf(dana.request.get('/api/schedule'))
  const day = addDays(mondayOf(today), 7)
  for (let number = 0; number < APPOINTMENTS; number += 1) {
    const hour = String(8 + (number % 10)).padStart(2, '0')
    const { ticketId } = await responseOf(
      dana.request.post('/api/appointments', {
        data: {
          problem: 'The slide-out stops halfway',
          customerDetails: { firstName: 'Otis', lastName: `Bell${number}`, phone: '5745550177' },
          wanted: { day, time: `${hour}:00` },
          estimatedTime: 2,
        },
      }),
    )
    const { id: employeeId } = technicians[number % TECHNICIANS]
    await responseOf(
      dana.request.put(`/api/tickets/${ticketId}/technician`, { data: { employeeId, date: day } }),
    )
  }

  await dana.addInitScript(() => {
    const slow: number[] = []
    Object.assign(window, { slow })
    new PerformanceObserver(list => slow.push(...list.getEntries().map(entry => entry.duration))).observe({
      type: 'longtask',
      buffered: true,
    })
  })
  const devTools = await dana.context().newCDPSession(dana)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await dana.goto(`/schedule?day=${day}`)
  const bars = dana.getByRole('button', { name: / · Bell\d+, Otis / })
  await bars.first().click()
  const dialog = dana.getByRole('dialog', { name: /^Bell\d+, Otis$/ })
  await expect(dialog.getByLabel('Day')).toHaveValue(day)
  const usableAfter = await dana.evaluate(() => performance.now())
  await dana.keyboard.press('Escape')
  await expect(bars).toHaveCount(APPOINTMENTS)
  // A busy machine may be slow in general; the numbers are informative only.
  const slow = await dana.evaluate('window.slow.map(Math.round).join(" ")')
  process.stdout.write(
    `  a ticket of the day is open after ${Math.round(usableAfter)} ms; long tasks, in ms: ${slow || 'none'}\n`,
  )

  const { firstName, lastName } = technicians.at(-1)
  const add = dana.getByRole('button', { name: `Assign to ${firstName} ${lastName}, ${formatDay(day)}` })
  await bars.last().focus()
  await dana.keyboard.press('ArrowDown')
  await expect(add).toBeFocused()
  await expect(add).toBeInViewport()
})
