import type { Page } from '@playwright/test'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { answer } from '../support/actions.ts'
import { faults, sideways } from '../support/axe.ts'
import { DESKTOP, expect, newPerson, PHONE, signIn, test } from '../support/fixtures.ts'

async function look(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle').catch(() => {})
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  expect(await faults(page), path).toEqual([])
  expect(await sideways(page), `${path} scrolls sideways`).toEqual([])
}

const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/reset-password',
  '/reset-password?token=of-a-letter',
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
    test(`every page stands on a ${size} in ${colorScheme}, with nothing in the way of anyone`, async ({
      demo,
      browser,
    }) => {
      const page = await newPerson(browser, demo, viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of PUBLIC) await look(page, path)
      const { companies } = await answer(page.request.get(`${demo.url}/api/companies`))
      const ofCompany = `/companies/${companies[0].companyUUID}`
      for (const path of [ofCompany, `${ofCompany}/book`]) await look(page, path)
      await signIn(page)
      await expect(page).toHaveURL(/\/dashboard$/)
      for (const path of PRIVATE) await look(page, path)
      for (const name of BOARD) {
        await page.goto('/dashboard')
        const ticket = page.getByRole('region', { name }).getByRole('link').first()
        await look(page, (await ticket.getAttribute('href')) ?? '')
      }
    })
