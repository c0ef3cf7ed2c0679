import type { Page } from '@playwright/test'
import { PASSWORD, rosa, walt } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany, createEmployee, newEmployeePage, newOwnerPage } from '../support/actions.ts'
import {
  expect,
  expectAlert,
  fillLogin,
  LIVE,
  newPersonPage,
  openAs,
  PHONE,
  type TestServer,
  test,
} from '../support/fixtures.ts'

const NEW = 'gravel-and-pine-7'

const cardOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

/** The link in the newest email to `email`, once it is written. */
async function linkTo(app: TestServer, email: string): Promise<string> {
  const message = async () => (await app.emails()).findLast(text => text.includes(`To: ${email}`)) ?? ''
  await expect.poll(message, { timeout: 10_000 }).toMatch(/reset-password/)
  // Quoted-printable: long lines are broken with `=` at their end, and `=` itself is `=3D`.
  const text = (await message()).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /^http\S+reset-password\S+/m.exec(text)?.[0] ?? ''
}

test('the owner changes the company, and its card on Home changes live', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const dana = await newPersonPage(browser, shop)
  await createCompany(dana, 'Changing RV')
  const visitor = await newPersonPage(browser, shop)
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: 'Changing RV' })).toBeVisible()
  await dana.goto('/dashboard')
  await dana.getByRole('link', { name: 'Edit Company' }).click()
  await expect(dana.getByLabel('Company Name')).toHaveValue('Changing RV')
  await expect(dana.getByRole('button', { name: 'Save Company' })).toBeDisabled()

  await dana.getByLabel('Company Name').fill('')
  await dana.getByRole('button', { name: 'Save Company' }).click()
  await expect(dana.getByText('Required.')).toBeVisible()
  await expect(dana.getByLabel('Company Name')).toBeFocused()

  await dana.getByLabel('Company Name').fill('Changing RV & Marine')
  await dana.getByLabel('Labor Rate').fill('152.50')
  await dana.getByRole('switch', { name: 'Mobile Business' }).press('Space')
  const days = dana.getByRole('group', { name: 'Days of Operation' })
  await days.getByRole('slider').last().press('ArrowRight')
  await expect(days).toContainText('Mon to Sat')
  // Typed text survives a reload.
  await dana.reload()
  await expect(dana.getByLabel('Company Name')).toHaveValue('Changing RV & Marine')
  const asked = dana.waitForRequest(request => request.url().includes('/companies/change'))
  await dana.getByRole('button', { name: 'Save Company' }).click()
  const sent = (await asked).postDataJSON().json
  expect(Object.keys(sent).sort()).toEqual(['companyName', 'daysOfOperation', 'laborRate', 'mobileBusiness'])
  await expectAlert(dana, 'Company saved.')
  await expect(visitor.getByRole('heading', { name: 'Changing RV & Marine' })).toBeVisible(LIVE)
  await expect(dana.getByRole('button', { name: 'Save Company' })).toBeDisabled()
  await dana.reload()
  await expect(dana.getByLabel('Labor Rate')).toHaveValue('152.50')
})

test('the company image is uploaded and removed', { tag: '@long' }, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  await dana.goto('/company')
  const one =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const imageFile = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(one, 'base64') }
  await dana.getByLabel('Company Image', { exact: true }).setInputFiles(imageFile)
  const image = dana.getByRole('img', { name: 'Zion Creek RV, as it stands on the card' })
  await expect(image).toBeVisible()
  await dana.getByRole('button', { name: 'Remove Image' }).click()
  await dana.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectAlert(dana, 'Company image removed.')
  await expect(image).toHaveCount(0)
})

test("an employee's role changes while they work, and their page follows", { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const dana = await newPersonPage(browser, shop)
  const email = await createCompany(dana)
  const { page: at } = await newEmployeePage(browser, shop, dana, walt)
  await at.goto('/dashboard')
  await expect(at.getByRole('link', { name: 'Create Ticket' })).toBeVisible()
  await dana.goto('/register-employee')
  const edit = async (act: (form: ReturnType<Page['getByRole']>) => Promise<void>) => {
    await cardOf(dana, 'Walt Kim').getByRole('button', { name: 'Edit' }).click()
    const form = dana.getByRole('form', { name: 'Edit Walt Kim' })
    await act(form)
    await form.getByRole('button', { name: 'Save Employee' }).click()
  }

  await edit(form => form.getByLabel('Email').fill(email))
  await expect(dana.getByText('An account with this email already exists.').first()).toBeVisible()
  await dana.getByRole('button', { name: 'Cancel' }).click()
  await expect(cardOf(dana, 'Walt Kim').getByRole('button', { name: 'Edit' })).toBeFocused()

  await edit(form => form.getByLabel('Service Writer').uncheck())
  await expectAlert(dana, 'Employee saved.')
  await expect(at.getByText('Your account has no role yet.')).toBeVisible({ timeout: 6000 })
  await expect(at).toHaveURL(/\/profile$/)
  await expect(at.getByText('Ask the owner of Zion Creek RV')).toBeVisible()
  await expect(at.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)

  await edit(form => form.getByLabel('Service Writer').check())
  await expect(at.getByText('Your account has no role yet.')).toHaveCount(0, { timeout: 6000 })
  await at.getByRole('link', { name: 'Dashboard' }).click()
  await expect(at.getByRole('link', { name: 'Create Ticket' })).toBeVisible()
})

test('a deactivated employee is logged out at once, and restored by Undo', async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: at, email } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  await at.goto('/bay')
  await dana.goto('/register-employee')
  await cardOf(dana, 'Rosa Díaz').getByRole('button', { name: 'Deactivate' }).click()
  await expectAlert(dana, 'Rosa was deactivated and logged out.')
  await expect(cardOf(dana, 'Rosa Díaz').getByText('Inactive')).toBeVisible()
  await expect(at).toHaveURL(/\/login/, { timeout: 6000 })
  await fillLogin(at, email)
  await expectAlert(at, 'Your account is inactive. Ask your company’s owner.')

  await dana.getByRole('button', { name: 'Undo' }).click()
  await expect(cardOf(dana, 'Rosa Díaz').getByText('Inactive')).toHaveCount(0)
  await fillLogin(at, email)
  await expect(at).toHaveURL(/\/bay$/)
})

test('a forgotten password is reset by the emailed link, by keyboard alone', async ({ shop, browser }) => {
  const owner = await newOwnerPage(browser, shop)
  const { email } = await createEmployee(owner, walt)
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
  await page.getByLabel('Email').focus()
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Email isn’t set up on this server.')).toBeVisible()
  const link = await linkTo(shop, email)
  expect(link).toContain(shop.url)

  await page.goto(link)
  await page.getByLabel('New Password').focus()
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Must be at least 8 characters.')).toBeVisible()
  await page.getByLabel('New Password').fill('Password123')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That password is too common. Choose another.')).toBeVisible()
  await page.getByLabel('New Password').fill(NEW)
  await page.keyboard.press('Enter')
  await expectAlert(page, 'Password changed. Log in with the new one.')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(link)
  await page.getByLabel('New Password').fill('another-word-entirely')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').getByText('This link has expired or was already used.')).toBeVisible()
  await page.getByRole('link', { name: 'Get a New Link' }).click()
  await expect(page.getByRole('button', { name: 'Send Link' })).toBeVisible()
})

test('an owner sends an employee a reset link', { tag: '@long' }, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const { email } = await createEmployee(dana, rosa)
  await dana.goto('/register-employee')
  await cardOf(dana, 'Rosa Díaz').getByRole('button', { name: 'Send Password Reset' }).click()
  await expectAlert(dana, 'Not emailed: email isn’t set up on this server.')
  expect(await linkTo(shop, email)).toContain(`${shop.url}/reset-password?token=`)
})

test('one’s password is changed on the profile, and only this browser stays logged in', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newOwnerPage(browser, shop)
  const { page: here, email } = await newEmployeePage(browser, shop, owner, rosa)
  const elsewhere = await newPersonPage(browser, shop)
  await openAs(elsewhere, email, 'bay')
  await here.goto('/bay')
  await here.getByRole('link', { name: 'Rosa Díaz' }).click()
  await expect(here.getByText(rosa.licenseNumber)).toBeVisible()
  await here.getByLabel('Current Password').fill('not the password')
  await here.getByLabel('New Password').fill(NEW)
  await here.getByRole('button', { name: 'Change Password' }).click()
  await expect(here.getByText('That isn’t your password.')).toBeVisible()
  await here.getByLabel('Current Password').fill(PASSWORD)
  await here.getByRole('button', { name: 'Change Password' }).click()
  await expectAlert(here, 'Password changed. You’re logged out on other devices.')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login/)
  await here.reload()
  await expect(here.getByText(rosa.licenseNumber)).toBeVisible()
})
