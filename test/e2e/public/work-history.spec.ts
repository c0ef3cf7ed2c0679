import { june } from '../../../src/server/seed/demo-accounts.ts'
import { expect, newPersonPage, PHONE, test, withoutPrefetch } from '../support/fixtures.ts'

test('a VIN of any length can be looked up without logging in, newest work first', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/work-history')
  await expect(page.getByRole('heading', { name: 'Work History', exact: true })).toBeVisible()
  const vin = page.getByPlaceholder('Enter 17 digit VIN')
  await vin.fill(june.customerRV.vin)
  await page.getByRole('button', { name: 'Search' }).click()
  const entries = page.getByRole('main').getByRole('listitem')
  // Other tests on this server may have added visits, even without a technician.
  await expect(entries.filter({ hasText: /Rosa Díaz|Sam Ortiz/ }).nth(3)).toBeVisible()
  const stamps = await entries
    .locator('time')
    .evaluateAll(all => all.map(time => time.getAttribute('datetime')))
  expect(stamps).toEqual([...stamps].sort().reverse())
  expect(new Set(stamps).size).toBe(stamps.length)
  for (const entry of await entries.all()) {
    await expect(entry).toContainText(/\d\d-\d\d-\d{4} \d{1,2}:\d\d [AP]M/)
    await expect(entry).toContainText(/(Rosa Díaz|Sam Ortiz|Not Available)/)
    await expect(entry).toContainText(/\$[\d,]+\.\d\d/)
  }

  await vin.fill('ab-7')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'Work History for VIN: AB-7' })).toBeVisible()
  await expect(page.getByText('Your RV is not Monitored by Rigwright.')).toBeVisible()
  await expect(entries).toHaveCount(0)
  // Asked again, it is looked up again.
  const lookUp = page.waitForRequest(/workHistory\/get/)
  await page.getByRole('button', { name: 'Search' }).click()
  await lookUp
})

test('an entry without a technician, a time or a balance says so', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  const { vin } = june.customerRV
  // Every real entry has all three, so one without them is faked.
  const entry = {
    ticketId: 123456,
    completedTimestamp: null,
    timeZone: 'UTC',
    technician: '',
    totalBalance: null,
  }
  await withoutPrefetch(page)
  await page.route('**/rpc/workHistory/get*', route =>
    route.fulfill({ json: { json: { vin, entries: [entry] } } }),
  )
  await page.goto(`/work-history?vin=${vin}`)
  const listed = page.getByRole('main').getByRole('listitem')
  await expect(listed).toHaveCount(1)
  await expect(listed.getByText('Not Available')).toBeVisible()
  await expect(listed.getByText('N/A')).toHaveCount(2)
})
