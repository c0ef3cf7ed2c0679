import { expect, expectAlert, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

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
})

test('Login links to the registration for users without an account', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await page.goto('/login')
  await expect(page.getByText("Don't have an account?")).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/register$/)
})

test('a failed logout is reported, and the user stays logged in', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await signIn(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.route('**/api/auth/sign-out', route => route.abort())
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expectAlert(page, 'Can’t reach the server.')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.unroute('**/api/auth/sign-out')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
})
