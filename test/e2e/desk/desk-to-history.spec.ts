import { randomUUID } from 'node:crypto'
import { sharedVin } from '../../support/shared-vin.ts'
import {
  addPart,
  completeTicket,
  createCompany,
  fillTicket,
  finalizeTicket,
  openPartForm,
} from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test("a ticket goes from the desk to the VIN's history", { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  const vin = sharedVin(`DESK${randomUUID().slice(0, 8)}`)
  await createCompany(page)
  await page.goto('/create-ticket')
  await fillTicket(page)
  await page.getByLabel('VIN').fill(` ${vin.toLowerCase()} `)
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('region', { name: 'Active' }).getByRole('link', { name: 'Park, June' }).click()
  await expect(page.getByText('No parts added yet.')).toBeVisible()
  for (const [quantity, description, price] of [
    ['2', 'Self-leveling sealant', '13.75'],
    ['0.5', 'EPDM membrane', '99.99'],
  ] as const) {
    await addPart(await openPartForm(page), { quantity, description, price })
    await expect(page.getByRole('region', { name: 'Parts' }).getByText(description)).toBeVisible()
  }
  // 2 × 13.75 + 0.5 × 99.99, half up, and 10 % of it.
  await expect(page.getByText('$77.50')).toBeVisible()
  await expect(page.getByText('$7.75')).toBeVisible()
  await finalizeTicket(page)

  // Labor at 145 per hour: 1.5 h, 0.25 h and a line without an estimate.
  for (const amount of ['$217.50', '$36.25', '$253.75', '$339.00'])
    await expect(page.getByText(amount, { exact: true }).first()).toBeVisible()
  await completeTicket(page)

  const visitor = await newPersonPage(browser, shop, PHONE)
  await visitor.goto('/work-history')
  await visitor.getByPlaceholder('Enter 17 digit VIN').fill(` ${vin.toLowerCase()} `)
  await visitor.getByRole('button', { name: 'Search' }).click()
  await expect(visitor.getByText(`Work History for VIN: ${vin}`)).toBeVisible()
  await expect(visitor.getByText('Not Available')).toBeVisible()
  await expect(visitor.getByText('$339.00')).toBeVisible()
  await expect(visitor.getByText(/\d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M/)).toBeVisible()
  await expect(visitor.getByText('Park')).toHaveCount(0)

  await visitor.getByPlaceholder('Enter 17 digit VIN').fill(`${vin}0`)
  await visitor.getByRole('button', { name: 'Search' }).click()
  await expect(visitor.getByText('Your RV is not Monitored by Rigwright.')).toBeVisible()
  await expect(visitor.getByText('$339.00')).toHaveCount(0)
})
