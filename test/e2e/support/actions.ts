// Actions of the browser tests, with the labels on the screen.

import { randomUUID } from 'node:crypto'
import type { APIResponse, Browser, Locator, Page, Request } from '@playwright/test'
import {
  bluebonnet,
  type customers,
  june,
  PASSWORD,
  type rosa,
} from '../../../src/server/seed/demo-accounts.ts'
import { DESKTOP, expect, newPersonPage, signIn } from './fixtures.ts'

type Person = Omit<typeof rosa, 'email'>

/**
 * A new company for this test; its owner is logged in on the page, without the form. Returns the owner's email. The
 * public list shows the first sixty by name, so a test that looks for its company there needs an earlier name.
 */
export async function createCompany(page: Page, companyName = 'Zion Creek RV'): Promise<string> {
  const email = `${randomUUID()}@mail.example`
  const { companyPhone, companyAddress, laborRate, mobileRange, timeZone } = bluebonnet
  const company = { companyName, email, password: PASSWORD, companyPhone, companyAddress, laborRate }
  await responseOf(page.request.post('/api/companies', { data: { ...company, mobileRange, timeZone } }))
  await signIn(page, email)
  return email
}

/** An owner's page, with a new company. */
export async function newOwnerPage(
  browser: Browser,
  app: { readonly url: string },
  viewport = DESKTOP,
): Promise<Page> {
  const page = await newPersonPage(browser, app, viewport)
  await createCompany(page)
  return page
}

/** Registers this person with an email of their own in the company of the page's owner. */
export async function createEmployee(owner: Page, person: Person): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@mail.example`
  const data = { ...person, email, password: PASSWORD }
  const { id } = await responseOf(owner.request.post('/api/employees', { data }))
  return { id, email }
}

/** The page of a new employee, logged in. */
export async function newEmployeePage(
  browser: Browser,
  app: { readonly url: string },
  owner: Page,
  person: Person,
  viewport = DESKTOP,
): Promise<{ page: Page; id: string; email: string }> {
  const account = await createEmployee(owner, person)
  const page = await newPersonPage(browser, app, viewport)
  await signIn(page, account.email)
  return { page, ...account }
}

type Jobs = readonly { problem: string; estimatedTime?: number; estimate?: boolean }[]

/** An active ticket of June's trailer, or of another rig, created by the current user. Returns its id. */
export async function createTrailerTicket(
  page: Page,
  jobs: Jobs,
  rig: typeof june | (typeof customers)[number] = june,
): Promise<number> {
  const { ticketId } = await responseOf(page.request.post('/api/tickets', { data: { ...rig, jobs } }))
  return ticketId
}

export const assignTicket = (page: Page, ticketId: number, employeeId: string) =>
  responseOf(page.request.put(`/api/tickets/${ticketId}/technician`, { data: { employeeId } }))

/** Finalizes and completes a ticket. */
export async function finishTicket(page: Page, ticketId: number): Promise<void> {
  for (const step of ['finalize', 'complete'])
    await responseOf(page.request.post(`/api/tickets/${ticketId}/${step}`))
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
    // Its field has the same text; once it is added, that has the focus.
    await expect(page.getByRole('listitem').filter({ hasText: problem })).toBeVisible()
  }
}

/** A job line on a ticket's page, open or closed. */
export const jobLine = (page: Page, problem: string): Locator =>
  page
    .getByRole('region', { name: 'Job Lines', exact: true })
    .getByRole('listitem')
    // Not an item inside it: a photo, a part, a clock session.
    .filter({ has: page.locator('button[aria-expanded]', { hasText: problem }) })

/** Opens or closes a job line. */
export const toggleLine = (line: Locator): Promise<void> => line.locator('button[aria-controls]').click()

/** Shows a tab of a ticket's page, which has tabs without the room for all of it. */
export const openTab = (
  page: Page,
  tab: 'Work' | 'People' | 'Messages' | 'Totals' | 'Activity',
): Promise<void> =>
  page.getByRole('navigation', { name: 'Ticket' }).getByRole('button', { name: tab, exact: true }).click()

/** The form that this button opens where it stands; it may be open from the line before. */
async function openForm(place: Locator, button: string, name: string): Promise<Locator> {
  const form = place.getByRole('form', { name })
  if (!(await form.isVisible())) await place.getByRole('button', { name: button, exact: true }).click()
  return form
}

/** The form in the Parts panel. */
export const openPartForm = (page: Page): Promise<Locator> =>
  openForm(page.getByRole('region', { name: 'Parts', exact: true }), 'Add Part', 'Add New Part')

/** The form in this opened job line. */
export const openLinePartForm = (line: Locator, jobNumber: number): Promise<Locator> =>
  openForm(line, `Add Part to job ${jobNumber}`, 'Add New Part')

type Part = { quantity?: string; description?: string; price?: string; jobNumber?: number }

/** Fills what is given, and adds the part. */
export async function addPart(form: Locator, part: Part): Promise<void> {
  const { quantity, description, price, jobNumber } = part
  if (quantity !== undefined) await form.getByLabel('Quantity', { exact: true }).fill(quantity)
  if (description !== undefined) await form.getByLabel('Description').fill(description)
  if (price !== undefined) await form.getByLabel('Per Item Price').fill(price)
  if (jobNumber !== undefined)
    await form.getByRole('combobox', { name: 'Job Line' }).selectOption(String(jobNumber))
  await form.getByRole('button', { name: 'Add Part', exact: true }).click()
}

/** The form below the job lines of a ticket. */
export const openJobForm = (page: Page): Promise<Locator> =>
  openForm(page.getByRole('region', { name: 'Job Lines', exact: true }), 'Add Job', 'Add Job Line')

/** Suggests a time for an estimate line, which takes a tap first. */
export async function suggestTime(page: Page, jobNumber: number, hours: string): Promise<void> {
  await page.getByRole('button', { name: `Suggest Time of job ${jobNumber}` }).click()
  const field = page.getByLabel(`Suggested Time of job ${jobNumber}`)
  await expect(field).toBeFocused()
  await field.fill(hours)
  await field.press('Enter')
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByLabel(label).first()
  if ((await field.evaluate(element => element.tagName)) === 'SELECT') await field.selectOption(option)
  else {
    await field.click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
}

/** Answers a job line on the customer's page, which asks once more with the amount. */
export async function answerLine(
  line: Locator,
  verb: 'Approve' | 'Decline',
  typedName: string,
): Promise<void> {
  await line.getByRole('button', { name: verb }).click()
  await line.getByLabel('Your Name').fill(typedName)
  await line.getByRole('button', { name: `${verb} $` }).click()
}

export async function finalizeTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finalize Ticket' }).click()
  const anyway = page.getByRole('button', { name: 'Finalize Anyway' })
  await expect(anyway.or(page.getByRole('button', { name: 'Complete Ticket' }))).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(page).toHaveURL(/\/completed-service-ticket\/\d{6}$/)
}

export async function completeTicket(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Complete Ticket' }).click()
  const anyway = page.getByRole('button', { name: 'Complete Anyway' })
  await expect(anyway.or(page.getByRole('link', { name: 'Create Ticket' }))).toBeVisible()
  if (await anyway.isVisible()) await anyway.click()
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Opens a page and waits for what it loads after it, and when idle: notices, which a page without a connection needs. */
export async function openLoaded(page: Page, url: string): Promise<void> {
  const notices = ['js', 'css'].map(type =>
    page.waitForEvent('requestfinished', request =>
      new RegExp(`/assets/notification-list-[^/]*\\.${type}$`).test(request.url()),
    ),
  )
  const loading = new Set<Request>()
  const begin = (request: Request) => void (request.url().includes('/assets/') && loading.add(request))
  const end = (request: Request) => void loading.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  await Promise.all([page.goto(url), ...notices])
  await expect.poll(() => loading.size).toBe(0)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
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
