import type { Browser, Page } from '@playwright/test'
import { PASSWORD, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { totpCode } from '../../support/totp.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createEmployee } from '../support/actions.ts'
import {
  expect,
  expectAlert,
  failCall,
  fillLogin,
  newPersonPage,
  PHONE,
  signIn,
  test,
} from '../support/fixtures.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name })

async function openProfile(page: Page): Promise<void> {
  await page.goto('/profile')
  await expect(panel(page, 'Active sessions').getByText('This device')).toBeVisible()
}

test('a user sees where they are logged in, ends one session, then all others', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const [page, lost, third] = [
    await newPersonPage(browser, shop, PHONE),
    await newPersonPage(browser, shop),
    await newPersonPage(browser, shop),
  ]
  await createCompany(third)
  const { email } = await createEmployee(third, rosa)
  await third.context().clearCookies()
  for (const one of [page, lost, third]) await signIn(one, email)
  await openProfile(page)
  const places = panel(page, 'Active sessions')
  await expect(places.getByRole('listitem')).toHaveCount(3)
  await expect(places.getByText('Chrome on Linux')).toHaveCount(3)
  await expectNoViolations(page)
  expect(await horizontalOverflow(page)).toEqual([])

  const restore = await failCall(page, 'account/sessions')
  await page.clock.install()
  await page.reload()
  // The page retries a few times by itself first.
  await expect(async () => {
    await page.clock.fastForward(10_000)
    await expect(places.getByRole('alert')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(places.getByRole('button', { name: 'Try again' })).toBeVisible()
  await restore()
  await page.reload()
  await expect(places.getByRole('listitem')).toHaveCount(3)
  const lift = await failCall(page, 'account/endSession')
  await places
    .getByRole('button', { name: /^Log out Chrome/ })
    .first()
    .click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(places.getByRole('listitem')).toHaveCount(3)
  await lift()
  await places
    .getByRole('button', { name: /^Log out Chrome/ })
    .first()
    .press('Enter')
  await expect(places.getByRole('listitem')).toHaveCount(2)
  await places.getByRole('button', { name: 'Log out other devices' }).click()
  await expectAlert(page, 'You’re logged out on all other devices.')
  await expect(places.getByText('No other active sessions.')).toBeVisible()
  for (const one of [lost, third]) {
    await one.goto('/profile')
    await expect(one).toHaveURL(/\/login/)
  }
})

test('two-factor is turned on, required at login, replaced by a recovery code, and turned off', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  const email = await createCompany(page)
  await openProfile(page)
  const step = panel(page, 'Two-factor authentication')
  await step.getByRole('button', { name: 'Turn On' }).click()
  await step.getByLabel('Password', { exact: true }).fill('not the password')
  await step.getByRole('button', { name: 'Continue' }).click()
  await expect(step.getByText('That isn’t your password.')).toBeVisible()
  await expect(step.getByLabel('Password', { exact: true })).toHaveValue('not the password')
  await step.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await step.getByLabel('Password', { exact: true }).press('Enter')
  await expect(step.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const key = ((await step.getByText(/^[A-Z2-7 ]{32,}$/).textContent()) ?? '').replaceAll(' ', '')
  await expectNoViolations(page)
  expect(await horizontalOverflow(page)).toEqual([])
  await step.getByLabel('Code').fill('123')
  await step.getByRole('button', { name: 'Turn On' }).click()
  await expect(step.getByText(/^That code is wrong/)).toBeVisible()
  await expect(step.getByLabel('Code')).toHaveValue('123')
  // A code works once: logging in uses the next one, which is already accepted.
  await step.getByLabel('Code').fill(totpCode(key))
  await step.getByRole('button', { name: 'Turn On' }).click()
  await expectAlert(page, 'Two-factor authentication is on.')
  const listed = step.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  await expectNoViolations(page)
  expect(await horizontalOverflow(page)).toEqual([])
  await step.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(step.getByText(/You have 10 recovery codes left/)).toBeVisible()

  const desk = await newPersonPage(browser, shop)
  await fillLogin(desk, email)
  await expect(desk.getByLabel('Code')).toBeFocused()
  await expectNoViolations(desk)
  await desk.getByLabel('Code').fill('000')
  await desk.getByRole('button', { name: 'Login' }).click()
  await expect(desk.getByText(/^That code is wrong/)).toBeVisible()
  await expect(desk.getByLabel('Code')).toHaveValue('000')
  await desk.getByRole('button', { name: 'Back' }).click()
  await expect(desk.getByLabel('Email')).toHaveValue(email)
  await desk.getByRole('button', { name: 'Login' }).click()
  await desk.getByLabel('Code').fill(totpCode(key, 1))
  await desk.getByRole('button', { name: 'Login' }).click()
  await expect(desk).toHaveURL(/\/dashboard$/)

  const tablet = await newPersonPage(browser, shop)
  await fillLogin(tablet, email)
  await tablet.getByRole('button', { name: 'Use a recovery code' }).click()
  await tablet.getByLabel('Recovery Code').fill(codes[0] ?? '')
  await tablet.getByLabel('Recovery Code').press('Enter')
  await expect(tablet).toHaveURL(/\/dashboard$/)
  await tablet.goto('/profile')
  await expect(
    panel(tablet, 'Two-factor authentication').getByText(/You have 9 recovery codes left/),
  ).toBeVisible()
  await panel(tablet, 'Two-factor authentication').getByRole('button', { name: 'Turn Off' }).click()
  await panel(tablet, 'Two-factor authentication').getByLabel('Password', { exact: true }).fill(PASSWORD)
  await panel(tablet, 'Two-factor authentication').getByRole('button', { name: 'Turn Off' }).click()
  await expectAlert(tablet, 'Two-factor authentication is off.')
  const emails = async () =>
    (await shop.emails()).filter(
      text => text.includes(`To: ${email}`) && /authentication was turned/.test(text),
    ).length
  await expect.poll(emails, { timeout: 10_000 }).toBe(2)
})

/** A browser at a host name: passkeys need one. */
async function newPasskeyPage(browser: Browser, shop: { readonly url: string }): Promise<Page> {
  const page = await newPersonPage(browser, { url: shop.url.replace('127.0.0.1', 'localhost') })
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}

test('the owner adds a passkey, logs in with it and removes it', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPasskeyPage(browser, shop)
  await createCompany(page)
  await openProfile(page)
  const keys = panel(page, 'Passkeys')
  await expect(keys.getByText('No passkeys yet.')).toBeVisible()
  await keys.getByLabel('Name').fill('Shop computer')
  await keys.getByRole('button', { name: 'Add a Passkey' }).click()
  await expectAlert(page, 'Passkey added.')
  await expect(keys.getByRole('listitem')).toContainText('Shop computer')
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto('/profile')
  await keys.getByRole('button', { name: 'Remove' }).click()
  await expect(keys.getByRole('button', { name: 'Keep' })).toBeFocused()
  await keys.getByRole('button', { name: 'Remove' }).click()
  await expectAlert(page, 'Passkey removed.')
  await expect(keys.getByText('No passkeys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a Passkey' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})
