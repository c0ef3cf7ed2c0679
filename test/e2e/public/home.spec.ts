import type { Page } from '@playwright/test'
import { bluebonnet } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany } from '../support/actions.ts'
import { DESKTOP, expect, newPersonPage, PHONE, test, withoutPrefetch } from '../support/fixtures.ts'

const PLACES = [
  ['Login', '/login'],
  ['Work History', '/work-history'],
  ['About Us', '/about-us'],
  ['Downloads', '/downloads'],
  ['Home', '/'],
] as const

test('the header links to every public page, on a desktop and in the menu of a phone', {
  tag: '@long',
}, async ({ shop, browser }) => {
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await newPersonPage(browser, shop, viewport)
    await page.goto('/')
    const header = page.getByRole('navigation', { name: 'Main' })
    for (const [name, path] of PLACES) {
      // On a phone one link is visible and the others are in the menu.
      if (viewport === PHONE && name !== 'Login') await header.getByRole('button', { name: 'Menu' }).click()
      await header.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(`${shop.url}${path}`)
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    }
  }
})

test('the header stays where it is on short and long pages, on the dashboard and under a dialog', {
  tag: '@long',
}, async ({ shop, playwright, launchOptions }) => {
  // With scroll bars that take up room, as on most desktops.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
  const page = await newPersonPage(browser, shop)
  await createCompany(page)
  const profile = page.getByRole('banner').getByRole('link', { name: 'Zion Creek RV' })
  await page.goto('/work-history')
  const box = await profile.boundingBox()
  expect(await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)).toBe(false)
  for (const path of ['/company', '/dashboard', '/create-ticket']) {
    await page.goto(path)
    await expect(profile).toBeVisible()
    expect(await profile.boundingBox(), path).toEqual(box)
  }
  await page.getByRole('button', { name: 'Scan the VIN with the camera' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const hidden = page.getByRole('banner', { includeHidden: true }).locator('a[href="/profile"]')
  expect(await hidden.boundingBox()).toEqual(box)
  await browser.close()
})

type Company = { companyName: string; trusted: boolean; verified: boolean }

/** Changes the list response: badges, a company without a name, or no companies. */
async function changeList(page: Page, change: (list: { companies: Company[] }) => void): Promise<void> {
  await withoutPrefetch(page)
  await page.route('**/rpc/companies/list*', async route => {
    const response = await route.fetch()
    const body: { json: { companies: Company[] } } = await response.json()
    change(body.json)
    await route.fulfill({ response, json: body })
  })
}

test('a card shows logo, name, address, phone and the badges a company has earned', async ({
  shop,
  browser,
}) => {
  const [trusted, verified] = ['Bellflower RV', 'Cedar Lodge RV']
  for (const name of [trusted, verified]) await createCompany(await newPersonPage(browser, shop), name)
  const page = await newPersonPage(browser, shop)
  await changeList(page, ({ companies }) => {
    for (const company of companies) {
      company.trusted = company.companyName === trusted
      company.verified = company.companyName === verified
    }
  })
  await page.goto('/')
  const list = page.getByRole('region', { name: 'Registered Companies' })
  const cardOf = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  const ours = cardOf(trusted)
  await expect(ours.getByText('BR', { exact: true })).toBeVisible()
  await expect(ours.getByRole('heading', { name: trusted })).toBeVisible()
  await expect(ours.getByText(bluebonnet.companyAddress)).toBeVisible()
  await expect(ours.getByRole('link', { name: bluebonnet.companyPhone })).toBeVisible()
  await expect(ours.getByText('Trusted')).toBeVisible()
  await expect(ours.getByText('Verified')).toHaveCount(0)
  const theirs = cardOf(verified)
  await expect(theirs.getByText('Verified')).toBeVisible()
  await expect(theirs.getByText('Trusted')).toHaveCount(0)
  for (const badge of [ours.getByText('Trusted'), theirs.getByText('Verified')])
    await expect(
      badge.locator('xpath=ancestor-or-self::*[.//*[name()="svg"]][1]').locator('svg'),
    ).toBeVisible()

  const legend = list.locator('dl')
  await expect(legend.getByText('Trusted')).toBeVisible()
  await expect(legend.getByText('Earned through customer reviews')).toBeVisible()
  await expect(legend.getByText('Verified')).toBeVisible()
  await expect(legend.getByText('Spent a month working with our founders')).toBeVisible()
})

test('an empty list and a card without details say so', { tag: '@long' }, async ({ shop, browser }) => {
  const first = await newPersonPage(browser, shop)
  await changeList(first, list => {
    list.companies = []
  })
  await first.goto('/')
  await expect(first.getByText('No companies found.')).toBeVisible()

  for (const name of ['Dogwood RV', 'Elm Street RV'])
    await createCompany(await newPersonPage(browser, shop), name)
  const page = await newPersonPage(browser, shop)
  await changeList(page, ({ companies }) => {
    for (const company of companies) if (company.companyName === 'Dogwood RV') company.companyName = ''
  })
  await page.goto('/')
  await expect(page.getByText('No company details available')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Elm Street RV' })).toBeVisible()
})

test('About Us describes the product, the founder, and Trusted and Verified companies', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/about-us')
  for (const name of [
    'What Rigwright is',
    'Book an appointment',
    'See who worked on your RV',
    'See what happened',
    'View job photos',
    'The founder',
    'Trusted',
    'Verified',
  ])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByText(/enough good reviews/)).toBeVisible()
  const apps = page.getByText(/mobile apps for customers/)
  await apps.getByRole('link', { name: 'Downloads' }).click()
  await expect(page.getByRole('heading', { name: 'Downloads', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByText(/spent a month with the\s+founders/)).toBeVisible()
})

test("web vitals are sent as numbers with the page's pattern, and nothing else", async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator)
    navigator.sendBeacon = (url, sent) => {
      void (sent as Blob).text().then(text => localStorage.setItem('told', `${url} ${text}`))
      return send(url, sent)
    }
  })
  const answered = page.waitForResponse('**/api/web-vitals')
  await page.goto('/')
  const marks = () =>
    page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name)) as Promise<string[]>
  await expect.poll(marks).toEqual(expect.arrayContaining(['TTFB', 'FCP', 'LCP']))
  // Leaving the page sends them.
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  expect((await answered).status()).toBe(204)
  const [url, text = ''] = String(await page.evaluate('localStorage.told')).split(' ')
  expect(url).toBe('/api/web-vitals')
  const { route, ...metrics } = JSON.parse(text)
  expect(route).toBe('/')
  for (const [name, figure] of Object.entries(metrics)) {
    expect(['TTFB', 'FCP', 'LCP', 'CLS', 'INP']).toContain(name)
    expect(figure).toEqual(expect.any(Number))
  }
})
