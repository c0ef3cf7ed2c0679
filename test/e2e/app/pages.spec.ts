import type { Page } from '@playwright/test'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { expectAccessible, expectNoViolations } from '../support/accessibility.ts'
import { responseOf } from '../support/actions.ts'
import { DESKTOP, expect, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.getByText(/^Loading /)).toHaveCount(0)
  await expectAccessible(page)
}

const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/reset-password',
  '/reset-password?token=of-an-email',
  '/work-history',
  `/work-history?vin=${june.customerRV.vin}`,
  '/about-us',
  '/downloads',
  '/booking/nothing-that-was-sealed',
  '/confirm-email/nothing-that-was-sent',
  '/release-email/nothing-that-was-sent',
  '/join',
  '/join/nothing-that-was-sent',
  '/nowhere',
]
const PRIVATE = [
  ...['/dashboard', '/schedule', '/schedule?day=today', '/create-ticket', '/new-appointment'],
  ...[
    '/register-employee',
    '/company',
    '/company/end-of-day',
    '/company/reports',
    '/profile',
    `/rigs/${june.customerRV.vin}`,
  ],
]
/** Each tab of a ticket's page, which is all there without the room for more. */
async function checkTabs(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Ticket' }).getByRole('button')
  for (const tab of await tabs.all()) {
    await tab.click()
    await expect(page.getByText(/^Loading /)).toHaveCount(0)
    // A heading halfway below the header would be measured against it.
    await page.evaluate(() => window.scrollTo(0, 0))
    // The tab before was left in dark: its colors take a moment to change back.
    await expectNoViolations(page, undefined, ['color-contrast'])
    await expectAccessible(page)
  }
}

const BOARD = [
  ['active', 'service-ticket'],
  ['approval', 'approval-service-ticket'],
  ['completed', 'completed-service-ticket'],
] as const

for (const [device, viewport, options] of [
  ['a phone', PHONE, {}],
  ['a desktop', DESKTOP, { tag: '@long' }],
] as const)
  test.describe(`on ${device}`, options, () => {
    test('every public page works, without accessibility problems', async ({ shop, browser }) => {
      const page = await newPersonPage(browser, shop, viewport)
      for (const path of PUBLIC) await checkPage(page, path)
      const { companies } = await responseOf(page.request.get('/api/companies'))
      const ofCompany = `/companies/${companies[0].companyUUID}`
      for (const path of [ofCompany, `${ofCompany}/book`]) await checkPage(page, path)
    })

    test('every page of a company works, without accessibility problems', async ({ shop, browser }) => {
      const page = await newPersonPage(browser, shop, viewport)
      await signIn(page)
      for (const path of PRIVATE) await checkPage(page, path)
      const [customer] = await responseOf(page.request.get('/api/customer-search?q=park'))
      await checkPage(page, `/customers/${customer.customerId}`)
      const board = await responseOf(page.request.get('/api/board'))
      for (const [state, path] of BOARD) {
        await checkPage(page, `/${path}/${board[state].cards.at(-1).ticketId}`)
        if (viewport === PHONE && state === 'active') await checkTabs(page)
      }
    })
  })

test('every tab of a ticket in approval and of a recorded one works on a phone', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await signIn(page)
  const board = await responseOf(page.request.get('/api/board'))
  for (const [state, path] of BOARD.slice(1)) {
    await page.goto(`/${path}/${board[state].cards.at(-1).ticketId}`)
    await checkTabs(page)
  }
})
