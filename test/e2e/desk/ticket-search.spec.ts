import { expectNoViolations } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, newOwnerPage } from '../support/actions.ts'
import { expect, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test('a ticket can be found from any page by keyboard alone', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newOwnerPage(browser, shop)
  await createTrailerTicket(page, [])
  await page.goto('/about-us')
  await expect(page.getByRole('button', { name: 'Find' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Find a ticket' })
  await expect(field).toBeFocused()
  await page.keyboard.type('zzz nothing of this kind')
  await expect(page.getByText('No matching tickets.').first()).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('park')
  // Before the last character can have a response.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/-ticket\/\d{6}$/)
  await expect(page.getByRole('heading', { name: 'Park, June' })).toBeVisible()
})

test('on a phone search is in the menu, and visitors have none', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Find' })).toHaveCount(0)
  await createCompany(page)
  await createTrailerTicket(page, [])
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('textbox', { name: 'Find a ticket' }).fill('park')
  await page.getByRole('dialog').getByText('Park, June').first().click()
  await expect(page).toHaveURL(/-ticket\/\d{6}$/)
})
