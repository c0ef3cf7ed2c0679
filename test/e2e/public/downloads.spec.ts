import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { june, PASSWORD, rosa, sam } from '../../../src/server/seed/demo-accounts.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import {
  assignTicket,
  createCompany,
  createEmployee,
  createTrailerTicket,
  finishTicket,
  newOwnerPage,
} from '../support/actions.ts'
import { expect, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

/** Taps a download and returns the file's name and its text. */
async function fetched(page: Page, tap: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), tap()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const entry = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('a visitor downloads both sample files and the Android app, and sees that it is untested on devices', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/downloads')
  for (const [title, name] of [
    ['Sample work history report', 'sample-work-history-report.pdf'],
    ['Blank intake sheet', 'blank-intake-sheet.pdf'],
  ] as const) {
    const file = await fetched(page, () => page.getByRole('link', { name: `Download ${title}` }).click())
    expect(file.name).toBe(name)
    expect(file.text).toMatch(/^%PDF-/)
  }
  const app = entry(page, 'Android customer app')
  await expect(app.getByText('Not in an app store', { exact: false })).toBeVisible()
  await expect(app.getByText('Not yet tested on devices.')).toBeVisible()
  const apk = await fetched(page, () => app.getByRole('link', { name: 'Download' }).click())
  expect(apk.name).toBe('rigwright.apk')
  expect(apk.text).toMatch(/^PK/)
  await expect(app.getByText(/^SHA-256 [0-9a-f]{64}$/)).toBeVisible()
  await expect(app.getByText('Requires an https address', { exact: false })).toBeVisible()
  await expect(page.getByText('Tap Share, then Add to Home Screen.', { exact: false })).toBeVisible()

  const folder = join(shop.dataDir, 'downloads')
  await mkdir(folder)
  try {
    await writeFile(join(folder, 'rigwright.apk'), 'x'.repeat(24_300))
    await page.reload()
    await expect(app.getByText('APK, 24 KB')).toBeVisible()
    await expect(app.getByText('Not yet tested', { exact: false })).toHaveCount(0)
    const operators = await fetched(page, () => app.getByRole('link', { name: 'Download' }).click())
    expect([operators.name, operators.text.length]).toEqual(['rigwright.apk', 24_300])
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('on a server with https, a tap or a QR code opens the installed app with that server', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  // A proxy adds https to the server; here, the test does.
  await page.route('https://rv.example/**', async route => {
    const { pathname, search } = new URL(route.request().url())
    const headers = { ...route.request().headers(), origin: shop.url }
    await route.fulfill({ response: await route.fetch({ url: `${shop.url}${pathname}${search}`, headers }) })
  })
  await page.goto('https://rv.example/downloads', { waitUntil: 'commit' })
  const app = entry(page, 'Android customer app')
  await expect(app.getByRole('link', { name: 'Open in the App' })).toHaveAttribute(
    'href',
    'rigwright://open?server=https%3A%2F%2Frv.example&path=%2F',
  )
  await app.getByText('QR code for another phone').click()
  await expect(app.getByRole('img', { name: 'QR code that opens this server in the app' })).toBeVisible()
})

test('the owner exports all of the company’s data, and technicians have no export', async ({
  shop,
  browser,
}) => {
  const dana = await newPersonPage(browser, shop)
  await createCompany(dana, 'All Its Data RV')
  await finishTicket(dana, await createTrailerTicket(dana, [{ problem: 'Roof leak', estimatedTime: 1 }]))
  await dana.goto('/downloads')
  const data = dana.getByRole('region', { name: 'Your company’s data' })
  await data.getByRole('button', { name: 'Export Everything' }).click()
  await expect(data.getByRole('status')).toContainText('One archive', { timeout: 30_000 })
  await data.getByRole('button', { name: 'Download' }).click()
  await data.getByLabel('Password', { exact: true }).fill('guessed')
  await data.getByRole('button', { name: 'Download' }).click()
  await expect(data.getByText('That isn’t your password.')).toBeVisible()
  await data.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const [download] = await Promise.all([
    dana.waitForEvent('download'),
    data.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^rigwright-all-its-data-rv-\d{4}-\d\d-\d\d\.tar\.gz$/)
  const content = gunzipSync(await readFile(await download.path())).toString('utf8')
  expect(content).toContain('"companyName":"All Its Data RV"')
  await expect(data.getByRole('button', { name: 'Download' })).toBeFocused()

  const technician = await newPersonPage(browser, shop, PHONE)
  await signIn(technician, rosa.email)
  await technician.goto('/downloads')
  await expect(technician.getByText('Blank intake sheet')).toBeVisible()
  await expect(technician.getByText('Export Everything')).toHaveCount(0)
})

test('anyone downloads a work history, as a table and as a PDF', async ({ shop, browser }) => {
  const vin = sharedVin(`TABLE${randomUUID().slice(0, 8)}`)
  const owner = await newOwnerPage(browser, shop)
  const { id } = await createEmployee(owner, sam)
  for (const problem of ['Roof leak', 'Awning stuck']) {
    const rig = { ...june, customerRV: { ...june.customerRV, vin } }
    const ticketId = await createTrailerTicket(owner, [{ problem, estimatedTime: 1 }], rig)
    await assignTicket(owner, ticketId, id)
    await finishTicket(owner, ticketId)
  }
  const page = await newPersonPage(browser, shop, PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/work-history?vin=${vin}`)
  const file = await fetched(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
  expect(file.name).toBe(`work-history-${vin}.csv`)
  const [head, ...rows] = file.text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
  expect(head).toBe('VIN,Completed,Technician,Total Balance,Note')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(
    new RegExp(`^${vin},\\d\\d-\\d\\d-\\d{4} \\d{1,2}:\\d\\d [AP]M,Sam Ortiz,\\$145\\.00,$`),
  )

  await page.evaluate('window.print = () => { window.printed = true }')
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate('printed')).toBe(true)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: `Work History for VIN: ${vin}` })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(2)
  for (const gone of [page.getByRole('banner'), page.getByRole('search'), page.getByText('Download CSV')])
    await expect(gone).toBeHidden()
  // Black on white, even in dark mode.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(38, 34, 27)')
})

test('one button installs the web app in browsers that offer it', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/')
  // Chromium offers this only after some use of a site.
  await page.evaluate(`{
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    offer.prompt = async () => { window.asked = (window.asked ?? 0) + 1; dispatchEvent(new Event('appinstalled')) }
    dispatchEvent(offer)
    window.barIsHeldBack = offer.defaultPrevented
  }`)
  expect(await page.evaluate('barIsHeldBack')).toBe(true)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Downloads' }).click()
  await page.getByRole('button', { name: 'Install Rigwright' }).click()
  await expect(page.getByText('Rigwright is installed on this device.')).toBeVisible()
  expect(await page.evaluate('asked')).toBe(1)
})

test('the browser finds an installable web app', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await page.goto('/')
  const protocol = await page.context().newCDPSession(page)
  const { data, errors } = await protocol.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Rigwright', display: 'standalone' })
  const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors')
  // A test's window is like a private one, where nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
})
