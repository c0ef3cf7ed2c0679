import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import { addDays } from '../../../src/domain/lib/calendar-date.ts'
import { rosa, sam } from '../../../src/server/seed/demo-accounts.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import {
  completeTicket,
  finalizeTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  openTab,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { DESKTOP, expect, expectAlert, LIVE, PHONE, test } from '../support/fixtures.ts'

/** As many as a caller waits for. */
const MAX_TAPS = 12

for (const [name, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
  test(`a caller gets an appointment, comes later, and two technicians work on it: ${name}`, {
    tag: '@long',
  }, async ({ shop, browser }) => {
    const dana = await newOwnerPage(browser, shop, viewport)
    const [{ page: first, id: rosaId }, { page: second }] = [
      await newEmployeePage(browser, shop, dana, rosa, PHONE),
      await newEmployeePage(browser, shop, dana, sam, PHONE),
    ]
    await dana.goto('/schedule')

    let taps = 0
    const tap = async (target: Locator): Promise<void> => {
      taps += 1
      await target.click()
    }
    const type = async (label: string, text: string): Promise<void> => {
      taps += 1
      await dana.getByLabel(label, { exact: true }).fill(text)
    }
    await tap(dana.getByRole('link', { name: 'New Appointment' }))
    await type('First Name', 'Ava')
    await type('Last Name', 'Lindqvist')
    await type('Phone', '574 555 0142')
    await type('Make', 'Jayco')
    await type('Problem', 'Slide-out sticks')
    const day = dana.getByLabel('Day', { exact: true })
    const today = (await day.getAttribute('min')) ?? ''
    await type('Day', addDays(today, 3))
    const time = dana.getByLabel('Time', { exact: true })
    taps += 2
    await time.selectOption({ label: '10:00 AM' })
    await tap(dana.getByRole('button', { name: 'Make Appointment' }))
    await expectAlert(dana, /^Appointment made for /)
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)
    await expect(dana).toHaveURL(/\/service-ticket\/\d{6}$/)
    const ticketId = Number(dana.url().slice(-6))

    const openOnPhone = async (tab: 'Work' | 'People') =>
      viewport === PHONE ? openTab(dana, tab) : undefined
    await openOnPhone('People')
    await dana.getByRole('button', { name: 'Move Appointment' }).click()
    await dana.getByRole('form', { name: 'Move the appointment' }).getByLabel('Day').fill(addDays(today, 4))
    await dana
      .getByRole('form', { name: 'Move the appointment' })
      .getByRole('button', { name: 'Move' })
      .click()
    await expectAlert(dana, 'Appointment moved.')

    await dana.getByRole('link', { name: 'Check In' }).click()
    const form = dana.getByRole('form', { name: 'Check In' })
    await form.getByRole('button', { name: 'Check In' }).click()
    await expect(form.getByLabel('VIN', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await form.getByLabel('VIN', { exact: true }).fill(sharedVin(`CALL${randomUUID().slice(0, 8)}`))
    await form.getByLabel('Model').fill('Jay Flight')
    await form.getByLabel('Year').fill('2019')
    await form.getByLabel('Axle Amount').selectOption('2')
    await form.getByRole('button', { name: 'Check In' }).click()
    await expectAlert(dana, 'Checked in.')

    await responseOf(
      dana.request.put(`/api/tickets/${ticketId}/technician`, { data: { employeeId: rosaId } }),
    )
    await openOnPhone('Work')
    await dana.getByRole('button', { name: 'Add Helper' }).click()
    await dana.getByLabel('Helper', { exact: true }).selectOption({ label: 'Sam Ortiz' })
    await dana.getByRole('button', { name: 'Add Helper' }).click()
    await expect(dana.getByText('Sam Ortiz helps')).toBeVisible()
    const line = jobLine(dana, 'Slide-out sticks')
    await toggleLine(line)
    await dana.getByLabel('Technician of job 1').selectOption({ label: 'Sam Ortiz' })

    for (const page of [first, second]) await page.goto(`/bay/${ticketId}`)
    await expect(first.getByText('Sam helps.')).toBeVisible()
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Clock In' }).click()
      await expect(page.getByRole('button', { name: 'Clock Out' }).first()).toBeVisible()
    }
    for (const name of ['Rosa Díaz', 'Sam Ortiz'])
      await expect(line.getByText(`${name} is clocked in`)).toBeVisible(LIVE)
    for (const page of [first, second]) await page.getByRole('button', { name: 'Clock Out' }).first().click()
    for (const page of [first, second])
      await expect(page.getByRole('button', { name: 'Clock In' })).toBeVisible()
    await finalizeTicket(dana)
    await completeTicket(dana)
  })
