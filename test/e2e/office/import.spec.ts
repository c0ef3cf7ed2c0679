import { horizontalOverflow, violations } from '../support/accessibility.ts'
import { createCompany } from '../support/actions.ts'
import { DESKTOP, expect, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const ROWS = 5000
const FAULTS = 40

/** As Excel saves it in the States: Windows-1252, CR LF. */
function spreadsheet(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const isFaulty = index % (ROWS / FAULTS) === 1
    const email = isFaulty ? 'none' : `person${index}@mail.example`
    return `"Díaz${index}, Ann",${email},574 555 ${String(index).padStart(4, '0')},=1+1`
  })
  return Buffer.from(['Customer,Main Email,Main Phone,Notes', ...rows].join('\r\n'), 'latin1')
}

for (const [name, screen] of [
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
] as const)
  test(`an owner imports 5,000 customers with 40 faults on ${name}, mends one, and undoes it`, {
    tag: '@long',
  }, async ({ shop, browser }) => {
    const page = await newPersonPage(browser, shop, screen)
    await createCompany(page, `Brought Along ${name} RV`)
    await page.goto('/company/imports')
    await expect(page.getByText('Nothing imported yet.')).toBeVisible()
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: spreadsheet() }
    await page.getByLabel('CSV file').setInputFiles(file)
    await expect(page.getByText('4,960 new, 0 already here, 40 faulty.')).toBeVisible()
    await expect(page.getByLabel('Notes')).toHaveValue('')
    await page.getByRole('switch', { name: 'Show only faulty rows' }).check()
    const email = page.getByLabel('Email, line 3', { exact: true })
    await expect(email).toHaveAccessibleDescription('Enter a valid email address.')
    expect(await violations(page)).toEqual([])
    expect(await horizontalOverflow(page)).toEqual([])
    await email.fill('ann@mail.example')
    await email.press('Enter')
    await expect(page.getByText('4,961 new, 0 already here, 39 faulty.')).toBeVisible()
    await page.getByRole('button', { name: 'Import 4,961 Customers' }).click()
    const done = page.getByText('4,961 customers added, 0 already here, 39 left out as faulty')
    await expect(done).toBeVisible({ timeout: 30_000 })
    expect(await violations(page)).toEqual([])

    await page.goto('/create-ticket')
    await page.getByLabel('Last Name').fill('Díaz4999')
    await page.getByRole('button', { name: 'Ann Díaz4999, (574) 555-4999' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('person4999@mail.example')

    await page.goto('/company/imports')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo Import' }).click()
    await expect(page.getByText('Undone: 4,961 customers and 0 RVs removed.')).toBeVisible()
  })
