// The main job at a host name without https, as on a shop's own network: such pages have no `crypto.randomUUID`, Web
// Locks, clipboard, camera, service workers or passkeys.

import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { addDays, mondayOf } from '../../../src/domain/lib/calendar-date.ts'
import { june, PASSWORD, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { addPart, fillTicket, jobLine, openPartForm, toggleLine } from '../support/actions.ts'
import { expect, expectAlert, fillLogin, LIVE, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const COMPANY = 'A Shop without https'
/** One more than the connections that a browser opens to a server. */
const TABS = 7

const image = async () => ({
  name: 'awning.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 64, height: 48, channels: 3, background: '#1f4a3a' } })
    .jpeg()
    .toBuffer(),
})

async function register(page: Page): Promise<void> {
  await page.goto('/register')
  expect(await page.evaluate('isSecureContext')).toBe(false)
  await page.getByLabel('Company Name').fill(COMPANY)
  await page.getByLabel('Email').fill(`${randomUUID()}@mail.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Company Phone').fill('(605) 555-0188')
  await page.getByLabel('Company Image', { exact: true }).setInputFiles(await image())
  await page.getByRole('button', { name: 'Register' }).click()
  await expectAlert(page, 'Company registered successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** The live streams of these tabs that are open, from now on. */
function openStreams(context: BrowserContext): ReadonlySet<Request> {
  const open = new Set<Request>()
  const end = (request: Request) => void open.delete(request)
  context.on('response', response => {
    if (/\/api\/live(\?|$)/.test(response.url())) open.add(response.request())
  })
  context.on('requestfinished', end).on('requestfailed', end)
  return open
}

async function book(visitor: Page): Promise<void> {
  await visitor.goto('/')
  await visitor.getByRole('link', { name: COMPANY }).click()
  await visitor.getByRole('link', { name: 'Book an Appointment' }).click()
  await visitor.getByLabel(/in your own words/).fill('The awning came down in the wind')
  await visitor.getByLabel(/^Photos/).setInputFiles(await image())
  await expect(visitor.getByAltText('Photo 1')).toBeVisible()
  for (const [label, text] of [
    ['VIN', '1M8GDM9AXKP042788'],
    ['Day', addDays(mondayOf(new Date().toISOString().slice(0, 10)), 14)],
    ['First Name', 'Wanda'],
    ['Last Name', 'Yoder'],
    ['Email', 'wanda@mail.example'],
    ['Phone', '(574) 555-0190'],
  ] as const)
    await visitor.getByLabel(label, { exact: true }).fill(text)
  await visitor.getByRole('radio', { name: /At the shop/ }).check()
  await visitor.getByLabel('Time', { exact: true }).selectOption('10:30')
  await expect(
    visitor.getByText('Type the VIN. Scanning it with the camera needs an https address.'),
  ).toBeVisible()
  await visitor.getByRole('button', { name: 'Send Booking' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your booking was sent' })).toBeVisible()
}

test('over plain http a company registers, creates a ticket, works on it and is booked', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const host = { url: shop.url.replace(/127\.0\.0\.1|localhost/, 'rigwright.test') }
  const desk = await newPersonPage(browser, host)
  await register(desk)

  await desk.goto('/create-ticket')
  await fillTicket(desk)
  await desk.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(desk).toHaveURL(/\/dashboard$/)
  const email = `${randomUUID()}@mail.example`
  await desk.evaluate(
    body =>
      fetch('/api/employees', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
    JSON.stringify({ ...rosa, email, password: PASSWORD }),
  )
  const bay = await newPersonPage(browser, host, PHONE)
  await fillLogin(bay, email)
  await desk.getByRole('link', { name: `${june.customerDetails.lastName}, ` }).click()
  await desk.getByLabel('Select Technician').selectOption('Rosa Díaz')
  await desk.getByRole('button', { name: 'Assign Technician' }).click()
  await expectAlert(desk, 'Technician assigned successfully.')
  await addPart(await openPartForm(desk), { description: 'Awning bracket', price: '13.75', jobNumber: 1 })
  await expect(desk.getByText('Awning bracket').first()).toBeVisible()
  await desk.getByRole('button', { name: 'Copy link' }).first().click()
  await expectAlert(desk, 'Link copied.')

  await expect(bay.getByText('Working without a connection needs an https address.')).toBeVisible()
  await bay.getByRole('link', { name: `${june.customerDetails.lastName}, ` }).click()
  await bay.getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect(desk.getByText(/Rosa Díaz is clocked in/)).toBeVisible(LIVE)
  await bay
    .getByLabel('Photos before the repair')
    .first()
    .setInputFiles(await image())
  await toggleLine(jobLine(desk, 'Roof leak above the bunk'))
  await expect(jobLine(desk, 'Roof leak above the bunk').locator('img[src*="/photos/"]')).toHaveJSProperty(
    'naturalWidth',
    64,
    LIVE,
  )
  await bay.getByRole('button', { name: /Clock Out of job 1/ }).click()
  await expect(desk.getByText(/Rosa Díaz is clocked in/)).toHaveCount(0, LIVE)

  const tabs = [desk]
  while (tabs.length < TABS) tabs.push(await desk.context().newPage())
  const streams = openStreams(desk.context())
  for (const tab of tabs) await tab.goto('/dashboard')
  // One follows what changes, for all. Another takes over when the one before has gone.
  await expect.poll(() => streams.size).toBe(1)
  await book(await newPersonPage(browser, host))
  for (const tab of tabs)
    await expect(tab.getByRole('button', { name: 'Accept Yoder, Wanda' })).toBeVisible(LIVE)

  // As a handler that throws, at once or later.
  await desk.evaluate(() => {
    const promise = new Promise(() => {})
    const reason = new TypeError('Not a function')
    dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise, reason }))
  })
  await expectAlert(desk, 'Something went wrong on this page, and what you just did may not have been done.')
})
