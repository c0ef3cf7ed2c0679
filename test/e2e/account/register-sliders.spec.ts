import { randomUUID } from 'node:crypto'
import { bluebonnet, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test('a company sets its days and hours of operation', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/register')
  const days = page.getByRole('group', { name: 'Days of Operation' })
  const hours = page.getByRole('group', { name: 'Hours of Operation' })
  await expect(days).toContainText('Mon to Fri')
  await expect(hours).toContainText('8 AM to 6 PM')

  const [firstDay, lastDay] = [days.getByRole('slider').first(), days.getByRole('slider').last()]
  await expect(firstDay).toHaveAttribute('aria-valuetext', 'Monday')
  await expect(lastDay).toHaveAccessibleName('Days of Operation, to')
  await firstDay.focus()
  await page.keyboard.press('ArrowRight')
  await lastDay.focus()
  await page.keyboard.press('End')
  await expect(days).toContainText('Tue to Sun')
  // The ends never meet, however often the key is tapped.
  for (let tap = 0; tap < 9; tap++) await page.keyboard.press('ArrowLeft')
  await expect(days).toContainText('Tue to Wed')
  await firstDay.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  await expect(days).toContainText('Tue to Wed')

  const opens = hours.getByRole('slider').first()
  await opens.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(hours).toContainText('8 AM to 6 PM')
  await page.keyboard.press('ArrowRight')
  await expect(opens).toHaveAttribute('aria-valuetext', '9 AM')

  await page.getByLabel('Company Name').fill('Tue to Wed RV')
  await page.reload()
  await expect(days).toContainText('Tue to Wed')
  await expect(hours).toContainText('9 AM to 6 PM')

  await page.getByLabel('Email').fill(`${randomUUID()}@mail.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Company Phone').fill(bluebonnet.companyPhone)
  await page.getByRole('button', { name: 'Register' }).click()
  await expectAlert(page, 'Company registered successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
  const company = await (await page.request.get('/api/company')).json()
  expect(company.details.companySettings).toMatchObject({
    daysOfOperation: [2, 3],
    hoursOfOperation: [9, 18],
  })
})
