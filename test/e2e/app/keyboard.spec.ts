// Every form works without a mouse: Tab, typing, arrows, Space and Enter.

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { customers, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, test } from '../support/fixtures.ts'

const MOST_STOPS = 90

/** Taps Tab until `place` has the focus. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  await expect(place).toBeEnabled()
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if ((await place.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to ${place}.`)
}

async function type(page: Page, label: string, words: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByLabel(label, { exact: true }))
  await page.keyboard.type(words)
}

async function tap(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

async function follow(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('main').getByRole('link', { name }).first())
  await page.keyboard.press('Enter')
}

test('a company registers, logs out and logs in again without a mouse', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  const email = `${randomUUID()}@mail.example`
  await page.goto('/register')
  await type(page, 'Company Name', 'Blue Heron RV')
  await type(page, 'Company Phone', '(574) 555-0142')
  await type(page, 'Email', email)
  await type(page, 'Password', PASSWORD)
  await type(page, 'Address', '123 Main St, Elkh')
  await expect(page.getByRole('option', { name: /Elkhart, IN/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(/123 Main St, Elkhart, IN/)
  await type(page, 'Labor Rate', '145')
  await type(page, 'Mobile Range', '40')
  const days = page.getByRole('group', { name: 'Days of Operation' })
  await tabTo(page, days.getByRole('slider').first())
  await page.keyboard.press('ArrowRight')
  await expect(days).toContainText('Tue to Fri')
  await tap(page, 'Register')
  await expectAlert(page, 'Company registered successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)

  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Logout' }))
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(`${shop.url}/`)
  await page.goto('/login')
  await type(page, 'Email', email)
  await type(page, 'Password', PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { name: 'Blue Heron RV' })).toBeVisible()
})

async function registerEmployee(page: Page): Promise<void> {
  await page.goto('/register-employee')
  for (const [label, words] of [
    ['First Name', 'Ivy'],
    ['Last Name', 'Moss'],
    ['Email', `${randomUUID()}@blueheron.example`],
    ['Password', PASSWORD],
    ['Phone', '(574) 555-0188'],
    ["Driver's License Number", 'IN-4471-188'],
  ] as const)
    await type(page, label, words)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  const technician = page.getByRole('radio', { name: 'Technician' })
  if (!(await technician.isChecked())) await page.keyboard.press('ArrowDown')
  await expect(technician).toBeChecked()
  await tabTo(page, page.getByRole('checkbox', { name: 'Health Insurance' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Health Insurance' })).toBeChecked()
  await tap(page, 'Register Employee')
  await expectAlert(page, 'Employee registered successfully!')
}

async function createTicket(page: Page): Promise<void> {
  const { customerDetails, customerRV } = customers[6]
  await page.goto('/create-ticket')
  await type(page, 'First Name', customerDetails.firstName)
  await type(page, 'Last Name', customerDetails.lastName)
  await type(page, 'Email', customerDetails.email)
  await type(page, 'Phone', customerDetails.phone)
  await type(page, 'VIN', 'HOME-BUILT-1974')
  await type(page, 'Make', customerRV.make)
  await type(page, 'Model', customerRV.model)
  await type(page, 'Year', customerRV.year)
  await tabTo(page, page.getByLabel('Axle Amount'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Axle Amount')).toHaveValue('1')
  await type(page, 'Problem', 'Water pump runs without a tap open')
  await tabTo(page, page.getByLabel('Estimated Time'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await tabTo(page, page.getByLabel('Estimate', { exact: true }))
  await page.keyboard.press('ArrowDown')
  await tap(page, 'Add Job')
  const job = page.getByRole('region', { name: 'Job Lines' }).getByRole('listitem')
  await expect(job).toContainText('0h30m')
  await expect(job).toContainText('Estimate')
  await tap(page, 'Create Ticket')
  await expectAlert(page, 'Ticket created successfully!')
}

test('an employee, a ticket and everything on it are entered without a mouse', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page, 'Zion Creek RV')
  await registerEmployee(page)
  await createTicket(page)
  await follow(page, 'Papadakis, Gus')

  await tap(page, 'Add Part')
  await expect(page.getByLabel('Quantity', { exact: true })).toBeFocused()
  await type(page, 'Quantity', '2')
  await type(page, 'Description', 'Check valve')
  await type(page, 'Per Item Price', '13.75')
  await page.keyboard.press('Enter')
  const part = page.getByRole('region', { name: 'Parts' }).getByRole('listitem')
  await expect(part.getByText('Check valve')).toBeVisible()
  // Two: the one that was there is typed over.
  await expect(part.getByText('$27.50')).toBeVisible()
  await tabTo(page, page.getByLabel('Select Technician'))
  await page.keyboard.press('ArrowDown')
  await tap(page, 'Assign Technician')
  await expectAlert(page, 'Technician assigned successfully.')

  await tap(page, 'Send for Approval')
  await expect(page).toHaveURL(/\/approval-service-ticket\/\d{6}$/)
  // The address changes first: until then, the line is the one of the page before.
  await expect(page.getByRole('button', { name: 'Approve Ticket' })).toBeVisible()
  const line = page.getByRole('button', { name: /Water pump runs/ })
  await tabTo(page, line)
  await page.keyboard.press('Space')
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  await tabTo(page, page.getByPlaceholder('Type your Cause Here'))
  await page.keyboard.type('Loose fitting behind the shower')
  await tabTo(page, page.getByPlaceholder('Type your Correction Here'))
  await page.keyboard.type('Tightened and pressure tested')
  await page.keyboard.press('Tab')
  await expect(page.getByText('Saved', { exact: true })).toHaveCount(2)
  await tap(page, 'Approve Ticket')
  await expectAlert(page, 'Ticket approved successfully.')

  await tap(page, 'Finalize Ticket')
  await expect(page.getByText('No time was clocked.')).toBeVisible()
  await tap(page, 'Finalize Anyway')
  await expect(page).toHaveURL(/\/completed-service-ticket\/\d{6}$/)
  await expect(page.getByText('Tightened and pressure tested', { exact: true })).toBeVisible()
  await tap(page, 'Complete Ticket')
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/work-history')
  await type(page, 'VIN', 'home-built-1974')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Work History for VIN: HOME-BUILT-1974' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText('Ivy Moss')
})
