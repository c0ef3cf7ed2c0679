import { readFile } from 'node:fs/promises'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, newEmployeePage, responseOf } from '../support/actions.ts'
import { expect, expectAlert, LIVE, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const HOUR_MS = 3_600_000

test('a technician clocks in to the shop and out, and the owner’s time sheet follows live, is corrected and downloaded', async ({
  shop,
  browser,
}) => {
  const owner = await newPersonPage(browser, shop, PHONE)
  await createCompany(owner)
  const { page: technician } = await newEmployeePage(browser, shop, owner, rosa, PHONE)
  await technician.goto('/bay')
  await expect(technician.getByRole('heading', { name: 'My Jobs' })).toBeVisible()
  await expect(technician.getByRole('button', { name: 'Clock In to Shop' })).toHaveCount(0)
  const preferences = { data: { clocksShopTime: true } }
  await responseOf(owner.request.patch('/api/company/preferences', preferences))
  await technician.getByRole('button', { name: 'Clock In to Shop' }).click()
  await expect(technician.getByText(/^In the shop since/)).toBeVisible()
  expect(await horizontalOverflow(technician)).toEqual([])
  await expectNoViolations(technician)

  await owner.goto('/company/time-sheet')
  const sheet = owner.getByRole('region', { name: `${rosa.firstName} ${rosa.lastName}` })
  await expect(sheet.getByText('still clocked in ·')).toBeVisible()
  await technician.getByRole('button', { name: 'Clock Out of Shop' }).click()
  await expect(technician.getByText('Not in the shop')).toBeVisible()
  await expect(sheet.getByText('still clocked in')).toHaveCount(0, LIVE)

  await sheet.getByRole('button', { name: /^Fix time of/ }).click()
  const form = sheet.getByRole('form', { name: /^Fix time of/ })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Change a time.')).toBeVisible()
  await expect(form.getByText('Required.')).toBeVisible()
  expect(await horizontalOverflow(owner)).toEqual([])
  await expectNoViolations(owner)
  const clockIn = form.getByLabel('Clock In')
  const before = new Date(`${await clockIn.inputValue()}Z`)
  await clockIn.fill(new Date(before.getTime() - HOUR_MS).toISOString().slice(0, 16))
  await form.getByLabel('Reason').fill('Forgot to clock in')
  await form.getByRole('button', { name: 'Save' }).click()
  await expectAlert(owner, 'Saved.')
  await expect(sheet.getByText('corrected').first()).toBeVisible()

  const [download] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('button', { name: 'Download Payroll File' }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /Employee,Day,Clock In,Clock Out,Minutes,Hours\r?\nRosa Díaz,/,
  )
})
