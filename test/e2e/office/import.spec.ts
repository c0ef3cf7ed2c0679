import { expectAccessible, expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany } from '../support/actions.ts'
import { DESKTOP, expect, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const ROWS = 5000
const ERRORS = 40

/** As Excel saves it in the States: Windows-1252, CR LF. */
function spreadsheet(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const isInvalid = index % (ROWS / ERRORS) === 1
    const email = isInvalid ? 'nobody@' : `person${index}@mail.example`
    return `"Díaz${index}, Ann",${email},574 555 ${String(index).padStart(4, '0')},=1+1`
  })
  return Buffer.from(['Customer,Main Email,Main Phone,Notes', ...rows].join('\r\n'), 'latin1')
}

for (const [name, screen] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`an owner imports 5,000 customers with 40 errors on ${name}, mends one, and undoes it`, {
    tag: '@long',
  }, async ({ shop, browser }) => {
    const page = await newPersonPage(browser, shop, screen)
    await createCompany(page, `Imported ${name} RV`)
    await page.goto('/company/imports')
    await expect(page.getByText('Nothing imported yet.')).toBeVisible()
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: spreadsheet() }
    await page.getByLabel('CSV file').setInputFiles(file)
    await expect(page.getByText('Díaz0, Ann')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use This Reading (Windows)' }).click()
    await expect(page.getByText('4,960 new customers, 0 already here, 40 faulty.')).toBeVisible()
    await expect(page.getByLabel('Notes')).toHaveValue('')
    await page.getByRole('switch', { name: 'Show only faulty rows' }).check()
    const email = page.getByLabel('Email, line 3', { exact: true })
    await expect(email).toHaveAccessibleDescription('Enter a valid email address.')
    await expectNoViolations(page)
    expect(await horizontalOverflow(page)).toEqual([])
    await email.fill('ann@mail.example')
    await email.press('Enter')
    await expect(page.getByText('4,961 new customers, 0 already here, 39 faulty.')).toBeVisible()
    await page.getByRole('button', { name: 'Import 4,961 Customers' }).click()
    const done = page.getByText('4,961 customers added, 0 already here, 39 left out as faulty')
    await expect(done).toBeVisible({ timeout: 30_000 })
    await expectNoViolations(page)

    await page.goto('/create-ticket')
    await page.getByLabel('Last Name').fill('Díaz4999')
    await page.getByRole('option', { name: /Díaz4999, Ann/ }).click()
    await expect(page.getByLabel('Email')).toHaveValue('person4999@mail.example')

    await page.goto('/company/imports')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo Import' }).click()
    await expect(page.getByText('Undone: 4,961 customers and 0 RVs removed.')).toBeVisible()
  })

const EMPLOYEES = ['Name,Email,Cell,Driver License,Position', 'Bea Lund,EMAIL,574 555 0177,,Technician']
const WORK = [
  'Invoice #,Date,VIN,Unit,Customer,Concern,Hours,Total,Tech',
  '1042,03/04/2024,1989BEAVERMARX1SE,1989 Beaver Marquis,"Park, June","Slide sticks',
  'when cold",1.5,$180,Hank Miller',
  '1042,03/04/2024,1989BEAVERMARX1SE,,"Park, June",Leak at the vent,2,,Hank Miller',
]

test('an owner imports employees and past work with the keyboard alone, and undoes them', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await createCompany(page, 'Keyboard Import RV')
  await page.goto('/company/imports')
  await expect(page.getByText('Nothing imported yet.')).toBeVisible()
  const choose = (name: string, lines: readonly string[]) =>
    page
      .getByLabel('CSV file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  const tap = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).focus()
    await page.keyboard.press('Enter')
  }
  const undo = async (sentence: string) => {
    await page.getByRole('button', { name: 'Undo' }).first().focus()
    await page.keyboard.press('Enter')
    await tap('Undo Import')
    await expect(page.getByText(sentence)).toBeVisible()
  }

  await page.getByRole('radio', { name: 'Customers and RVs' }).focus()
  await page.keyboard.press('ArrowRight')
  const email = `bea${Date.now()}@mail.example`
  await choose(
    'staff.csv',
    EMPLOYEES.map(text => text.replace('EMAIL', email)),
  )
  await expect(page.getByText('staff.csv has 1 row. Check what each column holds.')).toBeFocused()
  const license = page.getByLabel('Driver’s License Number, line 2', { exact: true })
  await expect(license).toHaveAccessibleDescription('Required.')
  await expectAccessible(page)
  await license.fill('L-100')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 new employee, 0 already here, 0 faulty.')).toBeVisible()
  await tap('Import 1 Employee')
  await expect(page.getByText('1 employee added, 0 already here')).toBeVisible({ timeout: 30_000 })

  await page.getByRole('radio', { name: 'Employees' }).focus()
  await page.keyboard.press('ArrowRight')
  await choose('work.csv', WORK)
  await expect(page.getByLabel('How dates are written')).toHaveValue('month-first')
  await expect(page.getByText('1 new visit, 0 already here, 0 faulty.')).toBeVisible()
  await expectAccessible(page)
  await tap('Import 1 Visit')
  await expect(page.getByText('1 visit added, 0 already here, 0 left out as faulty; 1 RV')).toBeVisible({
    timeout: 30_000,
  })
  await undo('Undone: 1 visit and 1 RV removed.')
  await undo('Undone: 1 employee removed.')
})
