import { randomInt } from 'node:crypto'
import type { Browser, Page, Request } from '@playwright/test'
import { checkDigit } from '../../../src/domain/rigs/vin.ts'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { choose, createTrailerTicket, finishTicket, newOwnerPage } from '../support/actions.ts'
import { DESKTOP, expect, expectAlert, PHONE, type TestServer, test } from '../support/fixtures.ts'

const { customerDetails, customerRV } = june
const RIG_FIELDS = ['Make', 'Model', 'Year'] as const
const SUGGESTED = new RegExp(customerRV.vin)

/** A Coachmen's VIN not on file, and a Jayco's that may be of 2021 or 1991. */
const NEW_VIN = '5ZT2CXYB1NB9X0318'
const TWO_YEARS_VIN = '1UJBJ0BNXM17X0043'
const CHASSIS_VIN = '1FDXE4FN3KDC9X119'

/** A Jayco's VIN with a correct check digit, which only this test uses. */
function newVin(): string {
  const serial = String(randomInt(1_000_000)).padStart(6, '0')
  return `1UJBJ0BN${checkDigit(`1UJBJ0BN0M1${serial}`)}M1${serial}`
}

/** The form, in a new company. */
async function openForm(browser: Browser, shop: TestServer, viewport = DESKTOP): Promise<Page> {
  const page = await newOwnerPage(browser, shop, viewport)
  await page.goto('/create-ticket')
  return page
}

/** The same, in a company that has completed a ticket of June with another trailer. Returns its VIN too. */
async function openFormOfJune(
  browser: Browser,
  shop: TestServer,
  { viewport = DESKTOP, vin = newVin() } = {},
) {
  const page = await newOwnerPage(browser, shop, viewport)
  const rig = { ...june, customerRV: { ...customerRV, vin } }
  await finishTicket(page, await createTrailerTicket(page, [{ problem: 'Roof leak' }], rig))
  await page.goto('/create-ticket')
  return { page, vin }
}

async function pickRig(page: Page, vin: string): Promise<void> {
  await page.getByLabel('VIN').pressSequentially(vin.slice(0, -1).toLowerCase())
  await expect(page.getByRole('option', { name: new RegExp(vin) })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('RV on file.', { exact: true })).toBeVisible()
}

test('a picked RV is locked and fills in its customer, through a reload and into a ticket', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { page, vin } = await openFormOfJune(browser, shop, { viewport: PHONE })
  await pickRig(page, vin)
  const check = async () => {
    await expect(page.getByLabel('VIN')).toHaveValue(vin)
    for (const label of RIG_FIELDS) await expect(page.getByLabel(label)).toBeDisabled()
    await expect(page.getByLabel('Make')).toHaveValue(customerRV.make)
    await expect(page.getByLabel('Model')).toHaveValue(customerRV.model)
    await expect(page.getByLabel('Year')).toHaveValue(customerRV.year)
    await expect(page.getByLabel('Axle Amount')).toHaveValue(customerRV.axleAmount)
    await expect(page.getByLabel('First Name')).toHaveValue(customerDetails.firstName)
    await expect(page.getByLabel('Last Name')).toHaveValue(customerDetails.lastName)
    await expect(page.getByLabel('Email')).toHaveValue(customerDetails.email)
    await expect(page.getByLabel('Phone')).toHaveValue(customerDetails.phone)
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(customerDetails.address)
  }
  await check()
  await page.reload()
  await expect(page.getByText('RV on file.', { exact: true })).toBeVisible()
  await check()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
})

test("another VIN unlocks the fields and removes the record's details", { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const { page, vin } = await openFormOfJune(browser, shop)
  await page.getByLabel('Make').fill('Jaco')
  await pickRig(page, vin)
  await page.getByLabel('VIN').press('Backspace')
  await expect(page.getByText('RV on file.', { exact: true })).toHaveCount(0)
  for (const label of RIG_FIELDS) await expect(page.getByLabel(label)).toBeEnabled()
  await expect(page.getByLabel('Make')).toHaveValue('Jaco')
  await expect(page.getByLabel('Year')).toHaveValue('')
  await expect(page.getByLabel('First Name')).toHaveValue('')
})

test('typed customer details stay until the record’s are requested', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  // The warning about a wrong check digit appears when the field is left, above the button that is tapped.
  const doubtful = newVin().replace(/^(.{8})(.)/, (_, start, digit) => start + (digit === '1' ? '2' : '1'))
  const { page, vin } = await openFormOfJune(browser, shop, { vin: doubtful })
  await page.getByLabel('First Name').fill('Jane')
  await pickRig(page, vin)
  await expect(page.getByLabel('First Name')).toHaveValue('Jane')
  // None of June's details are shown with another name.
  for (const label of ['Last Name', 'Email', 'Phone']) await expect(page.getByLabel(label)).toHaveValue('')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('')
  await page.getByRole('button', { name: "Use June Park's info" }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('June')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(customerDetails.address)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('Jane')
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('')
})

test('suggestions start with the third character, and wildcards are literal', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await openForm(browser, shop)
  const options = page.getByRole('listbox', { name: 'RVs on file' }).getByRole('option')
  const asked: string[] = []
  await page.clock.install()
  page.on('request', request => {
    if (request.url().includes('/rigs/suggest')) asked.push(request.url())
  })
  await page.getByLabel('VIN').pressSequentially('1u')
  await page.clock.runFor(5000)
  expect(asked).toEqual([])
  for (const typed of ['1u%', '___', '1_j', '%%%']) {
    const answer = page.waitForResponse(response => response.url().includes('/rigs/suggest'))
    await page.getByLabel('VIN').fill(typed)
    expect((await answer).ok()).toBe(true)
    await expect(options).toHaveCount(0)
  }
  await page.getByLabel('VIN').fill('1ujbj0bn8m17x')
  await expect(options).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
})

test('another company sees the RV and nothing about its customer', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newOwnerPage(browser, shop)
  await page.goto('/create-ticket')
  await pickRig(page, customerRV.vin)
  await expect(page.getByLabel('Make')).toHaveValue(customerRV.make)
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await expect(page.getByText('June')).toHaveCount(0)
})

test('a typed VIN on file locks nothing, and can still be picked', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await openForm(browser, shop)
  await page.getByLabel('VIN').fill(customerRV.vin)
  await page.getByLabel('Make').fill('Jaco')
  await expect(page.getByLabel('Make')).toBeEnabled()
  await page.getByRole('button', { name: 'Use this RV' }).click()
  await expect(page.getByLabel('Make')).toBeDisabled()
  await expect(page.getByLabel('Make')).toHaveValue(customerRV.make)
})

test('a pasted VIN on file locks and fills like one that is picked', async ({ shop, browser }) => {
  const page = await openForm(browser, shop)
  await page.getByLabel('Model').fill(customerRV.vin)
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+X')
  await page.getByLabel('VIN').focus()
  await page.keyboard.press('Control+V')
  await expect(page.getByLabel('Make')).toBeDisabled()
  await expect(page.getByLabel('Make')).toHaveValue(customerRV.make)
  await expect(page.getByText('RV on file.')).toBeVisible()
})

test('a valid unknown VIN offers its decoded details, and never replaces typed text', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await openForm(browser, shop)
  await page.getByLabel('Model').fill('Apex 300')
  await page.getByLabel('VIN').fill(NEW_VIN)
  await expect(page.getByText('From the VIN: 2022 Forest River Coachmen Apex')).toBeVisible()
  await expect(page.getByLabel('Make')).toHaveValue('')
  await page.getByRole('button', { name: 'Use this info' }).click()
  await expect(page.getByLabel('Make')).toHaveValue('Forest River')
  await expect(page.getByLabel('Model')).toHaveValue('Apex 300')
  await expect(page.getByLabel('Year')).toHaveValue('2022')
  await expect(page.getByRole('button', { name: 'Use this info' })).toHaveCount(0)

  await page.getByLabel('Make').fill('Forest River')
  await page.getByLabel('VIN').fill(CHASSIS_VIN)
  await expect(page.getByText('Chassis: Ford E-450, 2019')).toBeVisible()
  await expect(page.getByLabel('Make')).toHaveValue('Forest River')
})

test('a VIN that fits two years asks which one is correct', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await openForm(browser, shop)
  await page.getByLabel('VIN').fill(TWO_YEARS_VIN)
  await expect(page.getByText('2021 or 1991?')).toBeVisible()
  await page.getByRole('button', { name: '1991' }).click()
  await expect(page.getByLabel('Year')).toHaveValue('1991')
  await expect(page.getByLabel('Make')).toHaveValue('Jayco')
})

test('a late response is never shown for another VIN, and a doubtful VIN blocks nothing', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await openForm(browser, shop)
  let answer = (): void => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  const isFirst = (request: Request) => request.postData()?.includes('1UJ') === true
  await page.route('**/rigs/suggest', async route => {
    if (isFirst(route.request())) await held
    await route.continue().catch(() => {})
  })
  const late = page.waitForRequest(isFirst)
  await page.getByLabel('VIN').fill('1uj')
  const request = await late
  await page.getByLabel('VIN').fill('5zt')
  await expect(page.getByRole('option', { name: /^5ZT/ })).toBeVisible()
  answer()
  await request.response()
  await expect(page.getByRole('option', { name: SUGGESTED })).toHaveCount(0)

  await page.getByLabel('VIN').fill('HOME-BUILT-1974')
  for (const [label, words] of [
    ['First Name', 'Ada'],
    ['Last Name', 'Moss'],
    ['Email', 'ada@mail.example'],
    ['Phone', '(574) 555-0100'],
    ['Make', 'Moss'],
    ['Model', 'Wagon'],
    ['Year', '1974'],
  ] as const)
    await page.getByLabel(label).fill(words)
  await choose(page, 'Axle Amount', '1')
  await expect(page.getByText('A VIN never has the letter O or I.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
})
