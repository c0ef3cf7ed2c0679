import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { june, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { expect, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

/** Presses a download and answers with the file's name and its text. */
async function fetched(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const entry = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('a visitor downloads both sample files and the Android app, and sees that it is untested on devices', async ({
  demo,
  browser,
}) => {
  const page = await newPersonPage(browser, demo, PHONE)
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

  await mkdir(join(demo.dataDir, 'downloads'))
  await writeFile(join(demo.dataDir, 'downloads', 'rigwright.apk'), 'x'.repeat(24_300))
  await page.reload()
  await expect(app.getByText('APK, 24 KB')).toBeVisible()
  await expect(app.getByText('Not yet tested', { exact: false })).toHaveCount(0)
  const operators = await fetched(page, () => app.getByRole('link', { name: 'Download' }).click())
  expect([operators.name, operators.text.length]).toEqual(['rigwright.apk', 24_300])
})

test('on a server with https, a tap or a QR code opens the installed app with that server', async ({
  demo,
  browser,
}) => {
  const page = await newPersonPage(browser, demo, PHONE)
  // What stands before the server gives it https; here, the test does.
  await page.route('https://rv.example/**', async route => {
    const { pathname, search } = new URL(route.request().url())
    const headers = { ...route.request().headers(), origin: demo.url }
    await route.fulfill({ response: await route.fetch({ url: `${demo.url}${pathname}${search}`, headers }) })
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
  demo,
  browser,
}) => {
  const dana = await newPersonPage(browser, demo)
  await signIn(dana)
  await expect(dana).toHaveURL(/\/dashboard$/)
  await dana.getByRole('link', { name: 'Downloads' }).click()
  const data = dana.getByRole('region', { name: "Your company's data" })
  const file = await fetched(dana, () => data.getByRole('link', { name: 'Download all data' }).click())
  expect(file.name).toMatch(/^rigwright-bluebonnet-rv-\d{4}-\d\d-\d\d\.json$/)
  const { companyDetails, ticketManager } = JSON.parse(file.text)
  expect(companyDetails).toMatchObject({ companyName: 'Bluebonnet RV', laborRate: 145 })
  expect(Object.keys(ticketManager.recordedServiceTickets)).toHaveLength(4)

  const technician = await newPersonPage(browser, demo, PHONE)
  await signIn(technician, rosa.email)
  await expect(technician).toHaveURL(/\/bay$/)
  await technician.goto('/downloads')
  await expect(technician.getByText('Blank intake sheet')).toBeVisible()
  await expect(technician.getByText('Download all data')).toHaveCount(0)
})

test('anyone downloads a work history, as a table and as a PDF', async ({ demo, browser }) => {
  const { vin } = june.customerRV
  const page = await newPersonPage(browser, demo, PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/work-history?vin=${vin}`)
  const file = await fetched(page, () => page.getByRole('button', { name: 'Download CSV' }).click())
  expect(file.name).toBe(`work-history-${vin}.csv`)
  const [head, ...rows] = file.text
    .replace(/^\ufeff/, '')
    .trim()
    .split('\r\n')
  expect(head).toBe('VIN,Completed,Technician,Total Balance')
  expect(rows).toHaveLength(4)
  expect(rows[0]).toMatch(
    new RegExp(`^${vin},\\d\\d-\\d\\d-\\d{4} \\d{1,2}:\\d\\d [AP]M,Sam Ortiz,\\$202\\.67$`),
  )

  await page.evaluate('window.print = () => { window.printed = true }')
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate('printed')).toBe(true)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('heading', { name: `Work History for VIN: ${vin}` })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(4)
  for (const gone of [page.getByRole('banner'), page.getByRole('search'), page.getByText('Download CSV')])
    await expect(gone).toBeHidden()
  // Black on white, though the screen is dark.
  expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe('rgb(38, 34, 27)')
})

test('one button installs the web app in browsers that offer it', async ({ demo, browser }) => {
  const page = await newPersonPage(browser, demo, PHONE)
  await page.goto('/')
  // Chromium makes this offer only to people it has watched for a while.
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

test('the browser finds an installable web app', async ({ demo, browser }) => {
  const page = await newPersonPage(browser, demo)
  await page.goto('/')
  const protocol = await page.context().newCDPSession(page)
  const { data, errors } = await protocol.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Rigwright', display: 'standalone' })
  const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors')
  // A window of a test's own is like a private one, in which nothing is ever installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
})
