import { bluebonnet, PASSWORD, walt } from '../../../src/server/seed/demo-accounts.ts'
import { expect, expectAlert, newPersonPage, signIn, test } from '../support/fixtures.ts'

test('a visitor to a private page logs in and returns to it', async ({ demo, browser }) => {
  const page = await newPersonPage(browser, demo)
  await page.goto('/create-ticket')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(bluebonnet.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/create-ticket$/)
})

test('a link to another site is not followed after logging in', async ({ demo, browser }) => {
  const page = await newPersonPage(browser, demo)
  await page.goto('/login?to=//evil.example/')
  await page.getByLabel('Email').fill(bluebonnet.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(`${demo.url}/dashboard`)
})

test('a wrong password is refused with the provider’s message, and the email stays', async ({
  demo,
  browser,
}) => {
  const page = await newPersonPage(browser, demo)
  await page.goto('/login')
  await page.getByLabel('Email').fill(bluebonnet.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectAlert(page, 'Invalid email or password')
  await expect(page.getByLabel('Email')).toHaveValue(bluebonnet.email)
})

test('while logging in, both buttons are disabled and the first reads "Loading..."', async ({
  demo,
  browser,
}) => {
  const page = await newPersonPage(browser, demo)
  await page.route('**/api/auth/sign-in/email', async route => {
    await new Promise(resolve => setTimeout(resolve, 800))
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(bluebonnet.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('after logging out a private page asks for a login again', async ({ demo, browser }) => {
  const page = await newPersonPage(browser, demo)
  await signIn(page)
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${demo.url}/`)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('a script logs in and uses the token it got', async ({ demo }) => {
  const signedIn = await fetch(`${demo.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: walt.email, password: PASSWORD }),
  })
  expect(signedIn.status).toBe(200)
  const token = signedIn.headers.get('set-auth-token')
  const me = await fetch(`${demo.url}/api/me`, { headers: { Authorization: `Bearer ${token}` } })
  expect(await me.json()).toMatchObject({ kind: 'employee', name: 'Walt Kim' })
})
