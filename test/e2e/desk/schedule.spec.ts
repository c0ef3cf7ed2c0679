import { walt } from '../../../src/server/seed/demo-accounts.ts'
import { horizontalOverflow, violations } from '../support/accessibility.ts'
import { DESKTOP, expect, expectAlert, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

const LIVE = { timeout: 2500 }

test('a ticket is assigned and planned with the keyboard alone, and the other desk sees it', async ({
  demo,
  browser,
}) => {
  const dana = await newPersonPage(browser, demo)
  await signIn(dana)
  await dana.getByRole('link', { name: 'Schedule' }).click()
  const desk = await newPersonPage(browser, demo)
  await signIn(desk, walt.email)
  await expect(desk).toHaveURL(/\/dashboard$/)
  await desk.goto('/schedule')
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

test('dragging to a day asks for confirmation', async ({ demo, browser }) => {
  const dana = await newPersonPage(browser, demo)
  await signIn(dana)
  await expect(dana).toHaveURL(/\/dashboard$/)
  await dana.goto('/schedule')
  const ticket = dana.getByRole('region', { name: 'Unassigned' }).getByRole('button').first()
  const name = (await ticket.innerText()).split('\n')[0] ?? ''
  const sam = dana.getByText('Sam Ortiz')
  const [from, to] = [await ticket.boundingBox(), await sam.boundingBox()]
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
})

test('the schedule fits a phone in both color schemes, without serious findings by axe', async ({
  demo,
  browser,
}) => {
  for (const viewport of [PHONE, DESKTOP])
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await newPersonPage(browser, demo, viewport)
      await page.emulateMedia({ colorScheme })
      await signIn(page)
      await expect(page).toHaveURL(/\/dashboard$/)
      await page.goto('/schedule')
      await expect(page.getByText('Sam Ortiz').first()).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(await horizontalOverflow(page)).toEqual([])
      await page.context().close()
    }
})
