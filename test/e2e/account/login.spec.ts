import { bluebonnet } from '../../../src/server/seed/demo-accounts.ts'
import { delayAt } from '../support/actions.ts'
import { expect, expectAlert, fillLogin, newPersonPage, openAs, PHONE, test } from '../support/fixtures.ts'

test('an empty login reports both fields and sends nothing', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/api/auth/')) asked.push(request.url())
  })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Required.')).toHaveCount(2)
  for (const label of ['Email', 'Password'])
    await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required')
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(asked).toEqual([])

  await expect(page.getByText("Don't have an account?")).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/register$/)
})

test('a visitor to a private page logs in and returns to it', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await page.goto('/create-ticket')
  await expect(page).toHaveURL(/\/login\?to=/)
  await fillLogin(page, bluebonnet.email, '')
  await expect(page).toHaveURL(/\/create-ticket$/)
})

test('a link to another site is not followed after logging in', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await fillLogin(page, bluebonnet.email, '/login?to=//evil.example/')
  await expect(page).toHaveURL(`${shop.url}/dashboard`)
})

test('a wrong password is refused with the provider’s message, and the email stays', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await page.goto('/login')
  await page.getByLabel('Email').fill(bluebonnet.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectAlert(page, 'Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(bluebonnet.email)
})

test('while logging in, both buttons are disabled and the first reads "Loading..."', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  const answer = await delayAt(page, '**/api/auth/sign-in/email')
  await fillLogin(page)
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
  answer()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('a failed logout is reported; after logging out a private page asks for a login again', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await openAs(page)
  const logOut = page.getByRole('button', { name: 'Logout' })
  await page.route('**/api/auth/sign-out', route => route.abort())
  await logOut.click()
  await expectAlert(page, 'Logging out needs a connection, and we couldn’t confirm that you are logged out.')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.unroute('**/api/auth/sign-out')
  await logOut.click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})
