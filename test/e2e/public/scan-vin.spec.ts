// The camera is Chromium's fake device, playing a video made by the test.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, LaunchOptions, Page } from '@playwright/test'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { renderBarcode, renderEmptyPlate, type Symbology, toVideo } from '../../support/barcode-image.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { test as base, DESKTOP, expect, newPersonPage, PHONE, signIn } from '../support/fixtures.ts'

const { vin } = june.customerRV
/** The same with another ninth character: a wrong check digit. */
const DOUBTFUL = `${vin.slice(0, 8)}1${vin.slice(9)}`

type Fixtures = {
  /** A separate browser with these Chromium flags, closed after the test. */
  readonly launch: (...args: string[]) => Promise<Browser>
  /** The same with an allowed camera that shows the label. */
  readonly seeing: (symbology: Symbology, text: string) => Promise<Browser>
}

const test = base.extend<Fixtures>({
  launch: async ({ playwright, launchOptions }, use) => {
    const browsers: Browser[] = []
    await use(async (...args) => {
      const options: LaunchOptions = { ...launchOptions, args: [...(launchOptions.args ?? []), ...args] }
      const browser = await playwright.chromium.launch(options)
      browsers.push(browser)
      return browser
    })
    for (const browser of browsers) await browser.close()
  },
  seeing: async ({ launch }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'rigwright-camera-'))
    await use(async (symbology, text) => {
      const video = join(folder, 'label.y4m')
      await writeFile(video, await toVideo(await renderBarcode(symbology, text)))
      return launch(...CAMERA, ALLOWED, `--use-file-for-fake-video-capture=${video}`)
    })
    await rm(folder, { recursive: true, force: true })
  },
})

const CAMERA = ['--use-fake-device-for-media-stream']
const ALLOWED = '--use-fake-ui-for-media-stream'

const scan = (page: Page) => page.getByRole('button', { name: 'Scan the VIN with the camera' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan the VIN' })
const scanMessage = (page: Page) => dialog(page).getByRole('status')

/** Records every media track of the page, to check its state later. */
const rememberTracks = (page: Page) =>
  page.addInitScript(() => {
    // An empty page has no camera.
    if (!window.isSecureContext) return
    const given: MediaStreamTrack[] = []
    Object.assign(window, { given })
    const devices = navigator.mediaDevices
    const ask = devices.getUserMedia.bind(devices)
    devices.getUserMedia = async wanted => {
      const stream = await ask(wanted)
      given.push(...stream.getTracks())
      return stream
    }
  })

const tracks = (page: Page): Promise<string[]> => page.evaluate('given.map(({ readyState }) => readyState)')

/** The URLs that the page requested, and its workers. */
function asked(page: Page): string[] {
  const urls: string[] = []
  page.context().on('request', request => urls.push(request.url()))
  return urls
}

test('a Code 39 label fills in the ticket like a typed VIN, and nothing is loaded from other sites', {
  tag: '@long',
}, async ({ shop, seeing }) => {
  const page = await newPersonPage(await seeing('Code39', `I${vin}`), shop, PHONE)
  await rememberTracks(page)
  await signIn(page)
  await page.goto('/create-ticket')
  const urls = asked(page)
  await expect(scan(page)).toBeVisible()
  expect(urls.filter(url => /wasm|worker|scan-dialog/.test(url))).toEqual([])

  const wasm = page.context().waitForEvent('response', answer => answer.url().endsWith('.wasm'))
  await scan(page).click()
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue(vin)
  await expect(dialog(page)).toHaveCount(0)
  await expect(scan(page)).toBeFocused()
  await expect(page.getByText(`Read: ${vin}`)).toBeAttached()
  expect(await tracks(page)).toEqual(['ended'])

  const headers = await (await wasm).allHeaders()
  expect(headers['content-type']).toBe('application/wasm')
  expect(headers['content-encoding']).toMatch(/^(br|gzip)$/)
  expect(headers['cache-control']).toContain('immutable')
  expect(urls.filter(url => !url.startsWith(shop.url) && !url.startsWith('blob:'))).toEqual([])

  await expect(page.getByText('RV on file.')).toBeVisible()
  await expect(page.getByLabel('Make')).toBeDisabled()
})

test('a QR code with a VIN searches the work history at once', async ({ shop, seeing }) => {
  const text = `https://rigs.example/find?make=Jayco&vin=${vin.toLowerCase()}`
  const page = await newPersonPage(await seeing('QRCode', text), shop)
  await rememberTracks(page)
  await page.goto('/work-history')
  await scan(page).click()
  await expect(page.getByRole('heading', { name: `Work History for VIN: ${vin}` })).toBeVisible()
  // Other tests on the same server may have added entries.
  await expect(page.getByRole('main').getByRole('listitem').nth(3)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`vin=${vin}$`))
  expect(await tracks(page)).toEqual(['ended'])
})

test('a VIN with a wrong check digit is used only after confirmation', { tag: '@long' }, async ({
  shop,
  seeing,
}) => {
  const page = await newPersonPage(await seeing('Code39', DOUBTFUL), shop)
  await rememberTracks(page)
  await page.goto('/work-history')
  await scan(page).click()
  await expect(dialog(page).getByText('This VIN looks wrong.')).toBeVisible()
  await expect(dialog(page).getByText(DOUBTFUL)).toBeVisible()
  expect(await tracks(page)).toEqual(['ended'])
  await dialog(page).getByRole('button', { name: 'Scan again' }).click()
  await expect(dialog(page).getByText(DOUBTFUL)).toBeVisible()
  expect(await tracks(page)).toEqual(['ended', 'ended'])
  await dialog(page).getByRole('button', { name: 'Use this VIN' }).click()
  await expect(page.getByRole('heading', { name: `Work History for VIN: ${DOUBTFUL}` })).toBeVisible()
  await expect(page.getByRole('main').getByText('This VIN looks wrong.')).toBeVisible()
})

test('the camera is on only while its image is shown', { tag: '@long' }, async ({ shop, launch }) => {
  const page = await newPersonPage(await launch(...CAMERA, ALLOWED), shop, PHONE)
  await rememberTracks(page)
  await page.goto('/work-history')
  await page.clock.install()
  await scan(page).click()
  await expect(scanMessage(page)).toHaveText('Point the camera at the barcode on the door frame or tongue.')
  expect(await tracks(page)).toEqual(['live'])
  await expectNoViolations(page)
  expect(await horizontalOverflow(page)).toEqual([])

  await page.clock.fastForward(15_000)
  await expect(scanMessage(page)).toContainText('No VIN found yet.')

  await denyCamera(page, 'hidden')
  expect(await tracks(page)).toEqual(['ended'])
  await denyCamera(page, 'visible')
  await expect(scanMessage(page)).toHaveText('Point the camera at the barcode on the door frame or tongue.')
  expect(await tracks(page)).toEqual(['ended', 'live'])

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  expect(await tracks(page)).toEqual(['ended', 'ended'])
  await expect(scan(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(scanMessage(page)).toContainText('Point the camera at the barcode')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await tracks(page)).toEqual(['ended', 'ended', 'ended'])

  await scan(page).click()
  await expect(scanMessage(page)).toContainText('Point the camera at the barcode')
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
})

/** As the browser does for a hidden tab, or one shown again. */
const denyCamera = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate(now => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('a photo can replace a blocked camera, and a message says if it has no barcode', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, DESKTOP)
  // Of Chromium's two headless modes one refuses the camera, and the other does not know it.
  await page.addInitScript(() => {
    const refused = new DOMException('Permission denied', 'NotAllowedError')
    navigator.mediaDevices.getUserMedia = () => Promise.reject(refused)
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/work-history')
  await scan(page).click()
  await expect(scanMessage(page)).toContainText('The camera is blocked for this site.')
  await expect(dialog(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  await expectNoViolations(page)
  expect(await horizontalOverflow(page)).toEqual([])

  const photo = dialog(page).getByLabel('Use a photo instead')
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    photo.setInputFiles({ name, mimeType, buffer })
  await choose('door.png', 'image/png', await renderEmptyPlate().png().toBuffer())
  await expect(scanMessage(page)).toContainText('No VIN was found in this photo.')
  await choose('door.jpg', 'image/jpeg', Buffer.from('no picture at all'))
  await expect(scanMessage(page)).toContainText('This photo can’t be opened here.')
  await choose('door.jpg', 'image/jpeg', await (await renderBarcode('Code39', vin, 4)).jpeg().toBuffer())
  await expect(page.getByRole('heading', { name: `Work History for VIN: ${vin}` })).toBeVisible()
})

test('a device without a camera says so, and a browser without camera access has no button', {
  tag: '@long',
}, async ({ shop, launch }) => {
  const none = await launch('--use-fake-device-for-media-stream=device-count=0', ALLOWED)
  const page = await newPersonPage(none, shop, PHONE)
  await page.goto('/work-history')
  await scan(page).click()
  await expect(scanMessage(page)).toContainText('No camera was found on this device.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${shop.url.replace(/127\.0\.0\.1|localhost/, 'rigwright.test')}/work-history`)
  expect(await page.evaluate('isSecureContext')).toBe(false)
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await expect(scan(page)).toHaveCount(0)
})
