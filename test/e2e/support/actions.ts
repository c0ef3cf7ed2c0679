// Actions of the browser tests, with the labels on the screen.

import { randomUUID } from 'node:crypto'
import type { APIResponse, Page } from '@playwright/test'
import { bluebonnet, june, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { expect, expectAlert } from './fixtures.ts'

export async function registerCompany(
  page: Page,
  email = bluebonnet.email,
  companyName = bluebonnet.companyName,
): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Company Name').fill(companyName)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Company Phone').fill(bluebonnet.companyPhone)
  await page.getByLabel('Address', { exact: true }).fill(bluebonnet.companyAddress)
  await page.getByLabel('Labor Rate').fill(String(bluebonnet.laborRate))
  await page.getByLabel('Mobile Range').fill(String(bluebonnet.mobileRange))
  await page.getByRole('button', { name: 'Register' }).click()
  await expectAlert(page, 'Company registered successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** A new company for this test, logged in without the form. Returns its email. */
export async function createCompany(page: Page, companyName: string): Promise<string> {
  const email = `${randomUUID()}@mail.example`
  const { companyPhone, companyAddress, laborRate } = bluebonnet
  const company = { companyName, email, password: PASSWORD, companyPhone, companyAddress, laborRate }
  await responseOf(page.request.post('/api/companies', { data: company }))
  await signInByHand(page, email)
  return email
}

/** Logs in without the form. */
export const signInByHand = (page: Page, email: string) =>
  responseOf(page.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } }))

type Jobs = readonly { problem: string; estimatedTime?: number; estimate?: boolean }[]

/** An active ticket of June's trailer, created by the current user. Returns its id. */
export async function createTrailerTicket(page: Page, jobs: Jobs): Promise<number> {
  const { ticketId } = await responseOf(page.request.post('/api/tickets', { data: { ...june, jobs } }))
  return ticketId
}

/** The JSON of a call that must succeed. */
export async function responseOf(call: Promise<APIResponse>) {
  const response = await call
  if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** Fills the whole form for June Park and her trailer, with three job lines. */
export async function fillTicket(page: Page): Promise<void> {
  const { customerDetails, customerRV } = june
  await page.getByLabel('First Name').fill(customerDetails.firstName)
  await page.getByLabel('Last Name').fill(customerDetails.lastName)
  await page.getByLabel('Email').fill(customerDetails.email)
  await page.getByLabel('Phone').fill(customerDetails.phone)
  await page.getByLabel('Address', { exact: true }).fill(customerDetails.address)
  await page.getByLabel('VIN').fill(` ${customerRV.vin.toLowerCase()} `)
  await page.getByLabel('Make').fill(customerRV.make)
  await page.getByLabel('Model').fill(customerRV.model)
  await page.getByLabel('Year').fill(customerRV.year)
  await choose(page, 'Axle Amount', customerRV.axleAmount)
  for (const [problem, hours] of [
    ['Roof leak above the bunk', '1.5'],
    ['Entry door does not latch', '0.25'],
    ['Look at the awning', '0'],
  ] as const) {
    await page.getByLabel('Problem').fill(problem)
    await page.getByLabel('Estimated Time').fill(hours)
    await page.getByRole('button', { name: 'Add Job' }).click()
    await expect(page.getByText(problem)).toBeVisible()
  }
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByLabel(label).first()
  if ((await field.evaluate(element => element.tagName)) === 'SELECT') await field.selectOption(option)
  else {
    await field.click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
}

export async function createTicket(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Create Ticket' }).click()
  await expect(page.getByRole('heading', { name: 'Create a New Ticket' })).toBeVisible()
  await fillTicket(page)
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('region', { name: 'Active' }).getByText('Park, June')).toBeVisible()
}

export async function finalizeTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finalize Ticket' }).click()
  await expect(page).toHaveURL(/\/completed-service-ticket\/\d{6}$/)
}

export async function completeTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Complete Ticket' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Delays every response at `url` until the returned function is called. */
export async function delayAt(page: Page, url: string): Promise<() => void> {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(url, async route => {
    await held
    await route.fallback()
  })
  return release
}

/** The same for one procedure, `tickets/addPart`. */
export const delay = (page: Page, call: string): Promise<() => void> => delayAt(page, `**/rpc/${call}`)
