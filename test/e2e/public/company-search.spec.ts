import type { Browser, Page } from '@playwright/test'
import { bluebonnet, loneStar } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { responseOf } from '../support/actions.ts'
import {
  DESKTOP,
  expect,
  LONG_COMPANY_NAME as LONG_NAME,
  newPersonPage,
  PHONE,
  type TestServer,
  test,
} from '../support/fixtures.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Registered Companies' })
const names = (page: Page) => region(page).getByRole('listitem').getByRole('heading')
const shown = (page: Page) =>
  region(page)
    .getByRole('status')
    .filter({ hasText: /compan/ })

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByLabel('Near')).toBeVisible()
}

// One after another, so that one server is enough.
test.describe.configure({ mode: 'default' })

async function customer(browser: Browser, app: TestServer, viewport = PHONE): Promise<Page> {
  const page = await newPersonPage(browser, app, viewport)
  await page.goto('/')
  await expect(names(page)).toHaveCount(4)
  return page
}

test('a customer finds a company by name, distance and mobile service, and shares the search', {
  tag: '@long',
}, async ({ directory, browser }) => {
  const page = await customer(browser, directory)
  const field = page.getByLabel('Name, city or ZIP')
  await field.fill('barn')
  await expect(names(page)).toHaveText(['Barn Door RV'])
  await expect(shown(page)).toHaveText('1 company')
  await expect(page).toHaveURL(/\?q=barn$/)
  await field.fill('nobody is called that')
  await expect(region(page).getByText('No companies found.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(field).toHaveValue('')
  await expect(names(page)).toHaveCount(4)
  await expect(shown(page)).toHaveCount(0)

  await openFilters(page)
  await expect(page.getByLabel('Mobile service')).toBeDisabled()
  const near = page.getByLabel('Near')
  await near.fill('Qwertzuiop')
  await near.press('Enter')
  await expect(page.getByText(/^We can’t find that location\. Try a ZIP code/)).toBeVisible()
  await expect(near).toHaveValue('Qwertzuiop')
  await expect(names(page)).toHaveCount(4)
  await expectNoViolations(page)

  await near.fill('46516')
  await page.getByRole('option', { name: /Elkhart, IN 46516/ }).click()
  await expect(shown(page)).toHaveText(
    /^3 companies within [\d,]+ miles of Elkhart, IN 46516, and 1 without a location/,
  )
  await expect(names(page)).toHaveText([
    bluebonnet.companyName,
    LONG_NAME,
    loneStar.companyName,
    'Barn Door RV',
  ])
  await expect(region(page).getByText(/^\d miles away$/)).toBeVisible()
  await page.getByLabel('Mobile service').check()
  await expect(names(page)).toHaveText([bluebonnet.companyName, LONG_NAME])
  await expect(shown(page)).toHaveText(/mobile service$/)
  await page.getByLabel('Sort by').selectOption('Name')
  await expect(page).toHaveURL(/sort=name/)
  // The list is pale until its new order has come.
  await expectNoViolations(page)
  expect(await horizontalOverflow(page)).toEqual([])

  const friend = await newPersonPage(browser, directory, DESKTOP)
  const sent = await friend.request.get(page.url())
  // The results are in the HTML as sent.
  expect(await sent.text()).toMatch(new RegExp(`<h3[^>]*>(<[^>]*>)?${bluebonnet.companyName}`))
  await friend.goto(page.url())
  await expect(names(friend)).toHaveText([bluebonnet.companyName, LONG_NAME])
  await expect(shown(friend)).toHaveText(
    /^2 companies within \d+ miles of Elkhart, IN 46516 · mobile service$/,
  )

  await page.goBack()
  await expect(page.getByLabel('Sort by')).toHaveValue('distance')
  await page.goBack()
  await expect(page.getByLabel('Mobile service')).not.toBeChecked()
  await expect(names(page)).toHaveCount(4)
})

test("open now uses each company's time zone, and near me the phone's location", async ({
  directory,
  browser,
}) => {
  const page = await customer(browser, directory)
  await openFilters(page)
  await page.getByLabel('Open now').check()
  await expect(page).toHaveURL(/open=yes/)
  const asked = await responseOf(page.request.get('/api/companies?openNow=true'))
  const open: string[] = asked.companies.map(({ companyName }: { companyName: string }) => companyName)
  await expect(names(page)).toHaveText(open)
  await page.getByLabel('Open now').uncheck()

  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByText(/^Your browser did not share your location\./)).toBeVisible()
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 30.3, longitude: -97.7 })
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(names(page).first()).toHaveText(loneStar.companyName)
  await expect(page).toHaveURL(/at=30\.30(%2C|,)-97\.70/)
  await expect(page.getByLabel('Near')).toHaveValue('My location')
})

test('the map has a button for each company, also for the keyboard', { tag: '@long' }, async ({
  directory,
  browser,
}) => {
  const page = await customer(browser, directory, DESKTOP)
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(directory.url) && /^https?:/.test(request.url()))
      elsewhere.push(request.url())
  })
  await page.getByRole('button', { name: 'Map' }).click()
  await expect(page).toHaveURL(/view=map/)
  const map = page.getByRole('region', { name: 'Map of the companies' })
  const pin = map.getByRole('button', { name: bluebonnet.companyName })
  await expect(pin).toBeVisible()
  await expect(map.getByRole('button', { name: LONG_NAME })).toBeVisible()
  await expect(page.getByText('Map background unavailable. See the list for every company.')).toBeVisible()
  await expect(page.getByText('1 company is not on the map.')).toBeVisible()
  await pin.focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('link', { name: bluebonnet.companyName })
  await expect(card).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(pin).toBeFocused()
  await page.keyboard.press('Enter')
  await card.click()
  await expect(page).toHaveURL(/\/companies\//)
  expect(elsewhere).toEqual([])
  await page.goBack()
  await expect(pin).toBeVisible()
  await page.getByRole('button', { name: 'List' }).click()
  await expect(names(page)).toHaveCount(4)
})

test('no typed text is lost while the server does not respond', { tag: '@long' }, async ({
  directory,
  browser,
}) => {
  const page = await customer(browser, directory)
  const field = page.getByLabel('Name, city or ZIP')
  await page.route('**/rpc/companies/list*', route => route.abort())
  await field.fill('barn')
  await expect(page).toHaveURL(/q=barn/)
  await expect(field).toHaveValue('barn')
  await expect(region(page).getByText(/^Can’t reach the server\./)).toBeVisible()
  await page.unroute('**/rpc/companies/list*')
  await expect(names(page)).toHaveText(['Barn Door RV'])
  await expect(field).toHaveValue('barn')
})
