import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { delayAt } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

async function fillRequired(page: Page, companyName: string): Promise<void> {
  await page.getByLabel('Company Name').fill(companyName)
  await page.getByLabel('Email').fill(`${randomUUID()}@mail.example`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Company Phone').fill('(605) 555-0188')
}

test('the form requires a name, an email, a password and a phone, and the rest is optional', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  const emailToken = 'x'.repeat(32)
  await page.goto(`/register#${emailToken}`)
  for (const label of ['Company Name', 'Email', 'Password', 'Company Phone'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required')
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
  for (const label of ['Address', 'Labor Rate', 'Mobile Range', 'Company Image'])
    await expect(page.getByLabel(label, { exact: true })).not.toHaveAttribute('required')
  // Another anchor does not replace the token of the page that freed the email.
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/register#main$/)
  await fillRequired(page, 'Prairie Wind RV Care')
  const sent = page.waitForRequest('**/rpc/companies/register')
  await page.getByRole('button', { name: 'Register' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ json: { emailToken } })
  await expectAlert(page, 'Company registered successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
  const { details, ...company } = await (await page.request.get('/api/company')).json()
  expect(company).toMatchObject({ companyAddress: null, imageURL: null, trusted: false, verified: false })
  expect(details).toMatchObject({ laborRate: null, mobileRange: null, coordinates: null })
})

test('a chosen image is previewed, and a file that is not an image is refused before the registration', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await page.goto('/register')
  const chooser = page.getByLabel('Company Image', { exact: true })
  await expect(chooser).toHaveAttribute('accept', /image\//)
  await fillRequired(page, 'Copper Mesa Mobile RV')
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#c4571b' } })
    .png()
    .toBuffer()
  await chooser.setInputFiles({ name: 'van.png', mimeType: 'image/png', buffer })
  const preview = page.getByRole('main').locator('img[src^="blob:"]')
  await expect(preview).toHaveJSProperty('naturalWidth', 90)

  await chooser.setInputFiles({ name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('lie.png: That file isn’t an image.')).toBeVisible()
  await expect(preview).toHaveJSProperty('naturalWidth', 90)
  await page.getByRole('button', { name: 'Register' }).click()
  await expectAlert(page, 'Company registered successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('isn’t an image')).toHaveCount(0)
  const { imageURL } = await (await page.request.get('/api/company')).json()
  expect(imageURL).not.toBeNull()
  await expect(page.getByRole('heading', { name: 'Copper Mesa Mobile RV' })).toBeVisible()
})

test('an address is looked up after typing pauses, with a loading indicator', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  const asked: string[] = []
  let answer = (): void => {}
  const seen = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/rpc/addressSearch/suggest*', async route => {
    asked.push(route.request().url())
    await seen
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/register')
  const address = page.getByLabel('Address', { exact: true })
  await address.focus()
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const part of ['123 Main', ' St, E', 'lkh']) {
    await address.pressSequentially(part)
    await page.clock.runFor(190)
    expect(asked).toEqual([])
  }
  await page.clock.runFor(20)
  await expect(page.locator('.mantine-Loader-root')).toBeVisible()
  answer()
  await page.clock.resume()
  await expect(page.getByRole('option', { name: /123 Main St, Elkhart, IN/ }).first()).toBeVisible()
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0)
  expect(asked).toHaveLength(1)
})

test('the list of addresses opens below the text typed while its code was loading', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  const code = '**/assets/suggestion-list*.js'
  await page.route(code, route => route.abort())
  await page.goto('/register')
  const address = page.getByLabel('Address', { exact: true })
  await address.pressSequentially('123 Main St')
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0)
  await page.unroute(code)
  const listNow = await delayAt(page, code)
  await page.keyboard.type(', Elkh')
  listNow()
  // Of the whole text: what was found for its beginning is shown before.
  await expect(page.getByRole('option').first()).toHaveAccessibleName(/123 Main St, Elkhart, IN/)
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(address).toBeFocused()
  await expect(address).toHaveValue(/^123 Main St, Elkhart, IN/)
})

test('an unresponsive address provider blocks nothing', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await page.route('**/rpc/addressSearch/suggest*', () => {})
  await page.clock.install()
  await page.goto('/register')
  await fillRequired(page, 'Lakeside Coach Works')
  await page.getByLabel('Address', { exact: true }).fill('5 Campground Road, Shipshewana, IN 46565')
  await expect(page.locator('.mantine-Loader-root')).toBeVisible()
  // The page stops waiting by itself.
  await page.clock.fastForward(30_000)
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0)
  await page.getByRole('button', { name: 'Register' }).click()
  await expectAlert(page, 'Company registered successfully!')
  await expect(page.getByText('5 Campground Road, Shipshewana, IN 46565')).toBeVisible()
})
