import type { Page } from '@playwright/test'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { horizontalOverflow, violations } from '../support/accessibility.ts'
import { responseOf } from '../support/actions.ts'
import { DESKTOP, expect, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

async function checkPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle').catch(() => {})
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  expect(await violations(page), path).toEqual([])
  expect(await horizontalOverflow(page), `${path} scrolls sideways`).toEqual([])
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
  '/join',
  '/join/nothing-that-was-sent',
  '/nowhere',
]
const PRIVATE = ['/dashboard', '/create-ticket', '/register-employee', '/company', '/profile']
const BOARD = ['Active', 'Approval', 'Completed']

for (const colorScheme of ['light', 'dark'] as const)
  for (const [size, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
    test(`every page works on a ${size} in ${colorScheme}, without accessibility problems`, async ({
      demo,
      browser,
    }) => {
      const page = await newPersonPage(browser, demo, viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of PUBLIC) await checkPage(page, path)
      const { companies } = await responseOf(page.request.get(`${demo.url}/api/companies`))
      const ofCompany = `/companies/${companies[0].companyUUID}`
      for (const path of [ofCompany, `${ofCompany}/book`]) await checkPage(page, path)
      await signIn(page)
      await expect(page).toHaveURL(/\/dashboard$/)
      for (const path of PRIVATE) await checkPage(page, path)
      for (const name of BOARD) {
        await page.goto('/dashboard')
        const ticket = page.getByRole('region', { name }).getByRole('link').first()
        await checkPage(page, (await ticket.getAttribute('href')) ?? '')
      }
    })
