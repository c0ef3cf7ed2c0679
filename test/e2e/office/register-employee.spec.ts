import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { PASSWORD, walt } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import {
  BROKEN,
  expect,
  expectAlert,
  failCall,
  newPersonPage,
  PHONE,
  signIn,
  test,
} from '../support/fixtures.ts'

async function fillEmployee(page: Page, firstName: string, email: string): Promise<void> {
  for (const [label, words] of [
    ['First Name', firstName],
    ['Last Name', 'Moss'],
    ['Email', email],
    ['Password', PASSWORD],
    ['Phone', '(574) 555-0188'],
    ["Driver's License Number", 'IN-4471-188'],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toHaveAttribute('required')
    await field.fill(words)
  }
}

const cardOf = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Current Employees' }).getByRole('listitem').filter({ hasText: name })

async function expectCard(card: Locator, facts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(facts))
    await expect(card.locator('dl > div').filter({ hasText: label })).toHaveText(`${label}${value}`)
}

async function deleteEmployee(card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Delete' }).click()
  await card.getByRole('button', { name: 'Delete' }).click()
}

test('a company registers an employee, sees all of them and deletes them', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await createCompany(page, 'Willow Bend RV')
  await page.goto('/register-employee')
  await expect(page.getByRole('heading', { name: 'Current Employees' })).toBeVisible()
  await expect(page.getByText('No employees registered yet.')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAttribute('type', 'email')
  const email = `${randomUUID()}@willowbend.example`
  await fillEmployee(page, 'Ada', email)
  await page.getByRole('checkbox', { name: 'Health Insurance' }).check()
  await expect(page.getByRole('radiogroup', { name: 'Role' }).getByRole('radio')).toHaveCount(2)
  await page.getByRole('radio', { name: 'Service Writer' }).check()
  await page.getByRole('radio', { name: 'Technician' }).check()
  await expect(page.getByRole('radio', { name: 'Service Writer' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Register Employee' }).click()
  await expectAlert(page, 'Employee registered successfully!')
  await expect(page.getByRole('button', { name: 'Register Employee' })).toBeFocused()

  const ada = cardOf(page, 'Ada Moss')
  await expectCard(ada, {
    Email: email,
    Phone: '(574) 555-0188',
    'License Number': 'IN-4471-188',
    Insured: 'Yes',
    'Service Writer': 'No',
    Technician: 'Yes',
  })
  await deleteEmployee(ada)
  await expectAlert(page, 'Employee deleted successfully.')
  await expect(page.getByText('No employees registered yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
})

test('an employee without a role is neither service writer nor technician', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page, 'Tall Pine Coaches')
  await page.goto('/register-employee')
  await fillEmployee(page, 'Ben', `${randomUUID()}@tallpine.example`)
  await page.getByRole('button', { name: 'Register Employee' }).click()
  await expectAlert(page, 'Employee registered successfully!')
  await expectCard(cardOf(page, 'Ben Moss'), { Insured: 'No', 'Service Writer': 'No', Technician: 'No' })
})

test('an employee learns that only the company registers employees', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await signIn(page, walt.email)
  await page.goto('/register-employee')
  await expectAlert(page, 'You must be logged in as a company to register employees.')
  await expect(page.getByRole('button', { name: 'Register Employee' })).toHaveCount(0)
})

test('a used email is reported beside its field, and nothing typed is lost', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page, 'Red Barn Trailers')
  await page.goto('/register-employee')
  await fillEmployee(page, 'Cleo', walt.email)
  await page.getByRole('button', { name: 'Register Employee' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    'An account with this email already exists.',
  )
  await expect(page.getByLabel('First Name')).toHaveValue('Cleo')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  await expect(page.getByText('No employees registered yet.')).toBeVisible()
})

test('a failed registration or deletion is reported, and changes nothing', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page, 'Stone Bridge RV')
  await page.goto('/register-employee')
  await fillEmployee(page, 'Dot', `${randomUUID()}@stonebridge.example`)
  const restoreRegister = await failCall(page, 'employees/register')
  await page.getByRole('button', { name: 'Register Employee' }).click()
  await expectAlert(page, BROKEN)
  await expect(page.getByLabel('First Name')).toHaveValue('Dot')
  await expect(page.getByText('No employees registered yet.')).toBeVisible()
  await restoreRegister()
  await page.getByRole('button', { name: 'Register Employee' }).click()
  await expectAlert(page, 'Employee registered successfully!')
  await expect(page.getByRole('button', { name: 'Register Employee' })).toBeFocused()

  await failCall(page, 'employees/delete')
  await deleteEmployee(cardOf(page, 'Dot Moss'))
  await expectAlert(page, BROKEN)
  await page.reload()
  await expect(cardOf(page, 'Dot Moss')).toBeVisible()
})

test('an employee deleted while assigned and logged in is logged out, and their name stays on the ticket', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop)
  await createCompany(owner, 'Gravel Road RV')
  const email = `${randomUUID()}@gravelroad.example`
  const person = { firstName: 'Eli', lastName: 'Moss', email, password: PASSWORD, phone: '5550188' }
  const roles = { isServiceWriter: false, isTechnician: true }
  const { id: employeeId } = await responseOf(
    owner.request.post('/api/employees', { data: { ...person, licenseNumber: '1', roles } }),
  )
  const ticketId = await createTrailerTicket(owner, [{ problem: 'Awning will not retract' }])
  await responseOf(owner.request.put(`/api/tickets/${ticketId}/technician`, { data: { employeeId } }))

  const eli = await newPersonPage(browser, shop)
  await signIn(eli, email)
  await eli.goto(`/bay/${ticketId}`)
  await expect(eli.getByRole('button', { name: /Awning will not retract/ })).toBeVisible()

  await owner.goto('/register-employee')
  await deleteEmployee(cardOf(owner, 'Eli Moss'))
  await expectAlert(owner, 'Employee deleted successfully.')
  await expect(eli).toHaveURL(/\/login/)
  await expectAlert(
    eli,
    'You’re logged out. If you can’t log in again, your account was deactivated or deleted: ask your company’s owner.',
  )
  await expect(eli.getByText('Awning will not retract')).toHaveCount(0)
  await eli.getByLabel('Email').fill(email)
  await eli.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await eli.getByRole('button', { name: 'Login' }).click()
  await expectAlert(eli, 'Invalid email or password')

  await owner.goto(`/service-ticket/${ticketId}`)
  await expect(owner.getByRole('region', { name: 'Technician' }).getByText('Eli Moss')).toBeVisible()
})
