import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, newPerson, PHONE, test } from './running.ts'

/** Presses a download and answers with the file's name and its text. */
async function fetched(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const entry = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('a visitor takes both papers along, and hears the truth about the Android app', async ({
  demo,
  browser,
}) => {
  const page = await newPerson(browser, demo, PHONE)
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
  await expect(app.getByText('Not ready yet')).toBeVisible()
  await expect(app.getByText('Tap Share, then Add to Home Screen.', { exact: false })).toBeVisible()
  await expect(app.getByRole('link')).toHaveCount(0)

  await mkdir(join(demo.dataDir, 'downloads'))
  await writeFile(join(demo.dataDir, 'downloads', 'rigwright.apk'), 'x'.repeat(24_300))
  await page.reload()
  await expect(app.getByText('APK, 24 KB')).toBeVisible()
  const apk = await fetched(page, () => app.getByRole('link', { name: 'Download' }).click())
  expect([apk.name, apk.text.length]).toEqual(['rigwright.apk', 24_300])
})

test('where the browser offers it, one button installs the web app', async ({ demo, browser }) => {
  const page = await newPerson(browser, demo, PHONE)
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

test('the browser finds a web app that it can install', async ({ demo, browser }) => {
  const page = await newPerson(browser, demo)
  await page.goto('/')
  const protocol = await page.context().newCDPSession(page)
  const { data, errors } = await protocol.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Rigwright', display: 'standalone' })
  const { installabilityErrors } = await protocol.send('Page.getInstallabilityErrors')
  // A window of a test's own is like a private one, in which nothing is ever installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
})
