import type { Locator, Page } from '@playwright/test'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany, createTrailerTicket, fillTicket, finalizeTicket } from '../support/actions.ts'
import { expect, expectAlert, failCall, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const AXLES = ['1', '2', '3', 'Class C', 'Class A (Gas)', 'Class A (Diesel)', 'Super B']

async function openForm(page: Page, companyName: string): Promise<void> {
  await createCompany(page, companyName)
  await page.goto('/create-ticket')
}

const addedJobs = (page: Page): Locator =>
  page.getByRole('region', { name: 'Job Lines' }).getByRole('listitem')

test('the form has its three sections and reports required fields', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await openForm(page, 'Cedar Lane RV')
  await expect(page.getByRole('heading', { name: 'Create a New Ticket' })).toBeVisible()
  const customer = page.getByRole('region', { name: 'Customer Information' })
  for (const label of ['First Name', 'Last Name', 'Email', 'Phone'])
    await expect(customer.getByLabel(label, { exact: true })).toHaveAttribute('required')
  await expect(customer.getByLabel('Address', { exact: true })).not.toHaveAttribute('required')
  const rig = page.getByRole('region', { name: 'RV Information' })
  for (const label of ['VIN', 'Axle Amount'])
    await expect(rig.getByLabel(label, { exact: true })).toHaveAttribute('required')
  for (const label of ['Make', 'Model', 'Year'])
    await expect(rig.getByLabel(label, { exact: true })).toBeEnabled()
  const [, ...axles] = await rig.getByLabel('Axle Amount').getByRole('option').allTextContents()
  expect(axles).toEqual(AXLES)
  await expect(page.getByRole('region', { name: 'Job Lines' }).getByLabel('Problem')).toBeVisible()
})

test('job lines are added with a stepped time and an estimate, and deleted', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await openForm(page, 'Mill Creek Mobile RV')
  const time = page.getByLabel('Estimated Time')
  await time.focus()
  for (const [key, hours] of [
    ['ArrowUp', /^0\.25\b/],
    ['ArrowUp', /^0\.5\b/],
    ['ArrowDown', /^0\.25\b/],
    ['ArrowDown', /^0\b/],
    ['ArrowDown', /^0\b/],
    ['ArrowUp', /^0\.25\b/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(time).toHaveValue(hours)
  }
  await page.getByLabel('Problem').fill('Roof leak')
  await time.fill('-5')
  await page.getByRole('button', { name: 'Add Job' }).click()
  await expect(time).toBeFocused()
  await time.fill('0.25')
  expect(await page.getByLabel('Estimate', { exact: true }).getByRole('option').allTextContents()).toEqual([
    'No',
    'Yes',
  ])
  await page.getByLabel('Estimate', { exact: true }).selectOption('Yes')
  await page.getByRole('button', { name: 'Add Job' }).click()
  await page.getByLabel('Problem').fill('Entry door does not latch')
  await page.getByRole('button', { name: 'Add Job' }).click()
  await expect(addedJobs(page)).toHaveCount(2)
  await expect(addedJobs(page).first()).toContainText('Roof leak')
  await expect(addedJobs(page).first()).toContainText('Estimate')
  await expect(addedJobs(page).first()).toContainText('0h15m')
  await expect(addedJobs(page).last()).not.toContainText('Estimate')
  await addedJobs(page).first().getByRole('button', { name: 'Delete' }).click()
  await expect(addedJobs(page)).toHaveCount(1)
  await expect(addedJobs(page)).toContainText('Entry door does not latch')
})

test('a failed lookup of RVs on file is reported, and the ticket is created anyway', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await openForm(page, 'Sandhill Coach Repair')
  await failCall(page, 'rigs/*')
  await failCall(page, 'rigs/*?*')
  await fillTicket(page)
  await expect(page.getByText('RVs on file can’t be looked up right now.')).toBeVisible()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
})

test('a job line is added as it was at the tap, and what is typed meanwhile is the next one', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await openForm(page, 'Juniper RV')
  let load = () => {}
  const held = new Promise<void>(resolve => {
    load = resolve
  })
  await page.route('**/ticket-validation-*.js', route => held.then(() => route.continue()))
  const problem = page.getByRole('region', { name: 'Job Lines' }).getByLabel('Problem')
  await problem.fill('Roof leak')
  await page.getByRole('button', { name: 'Add Job' }).click()
  await problem.fill('Grease the hitch')
  load()
  await expect(addedJobs(page)).toHaveCount(1)
  await expect(addedJobs(page)).toContainText('Roof leak')
  await expect(problem).toHaveValue('Grease the hitch')
})

test('a customer without an email gets a ticket without a made-up one, and their email later', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await openForm(page, 'Tamarack RV')
  await fillTicket(page)
  await page.getByRole('button', { name: 'Customer has no email' }).click()
  await expect(page.getByText('This customer has no email.')).toBeVisible()
  await page.getByRole('button', { name: 'Enter an email' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Required.')
  await page.getByRole('button', { name: 'Customer has no email' }).click()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
  await page.getByRole('link', { name: /Park, June/ }).click()
  const customer = page.getByRole('region', { name: 'Customer Info' })
  await customer.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Enter an email' }).click()
  await page.getByLabel('Email').fill('june@mail.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(customer.getByRole('link', { name: 'june@mail.example' })).toBeVisible()
})

test('an ended ticket starts another one, whose draft is said to be kept and can be cleared', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page, 'Juniper RV')
  const { customerDetails, customerRV } = june
  const ended = await createTrailerTicket(page, [{ problem: 'Roof leak' }])
  await page.goto(`/service-ticket/${ended}`)
  await expect(page.getByRole('button', { name: 'Finalize Ticket' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'New Ticket' })).toHaveCount(0)
  await finalizeTicket(page)
  const open = await createTrailerTicket(page, [])
  await page.getByRole('link', { name: 'New Ticket' }).click()
  await expect(page.getByText('RV on file.', { exact: true })).toBeVisible()
  const expectPrefilled = async () => {
    for (const [label, value] of [
      ['First Name', customerDetails.firstName],
      ['Phone', customerDetails.phone],
      ['VIN', customerRV.vin],
      ['Make', customerRV.make],
    ] as const)
      await expect(page.getByLabel(label)).toHaveValue(value)
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(customerDetails.address)
  }
  await expectPrefilled()
  await expect(page.getByText(`Open ticket ${open} for this VIN (June Park).`)).toBeVisible()
  await expect(page.getByRole('link', { name: `Open ticket ${open}` })).toHaveAttribute(
    'href',
    `/service-ticket/${open}`,
  )

  const draft = page.getByText(/^Your draft from \d{1,2}:\d\d [AP]M\.$/)
  await expect(draft).toBeHidden()
  const fix = await failCall(page, 'tickets/create')
  await page.getByLabel('Problem').fill('Furnace goes out')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(draft).toBeVisible()
  await fix()
  await page.reload()
  await expect(draft).toBeVisible()
  await expect(page.getByLabel('Problem')).toHaveValue('Furnace goes out')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(draft).toBeHidden()
  await expect(page.getByLabel('First Name')).toBeFocused()
  await expect(page.getByLabel('Problem')).toHaveValue('')
  await expectPrefilled()

  // Typed while the RV on file loads, it is a draft as well.
  let load = () => {}
  const held = new Promise<void>(resolve => {
    load = resolve
  })
  await page.route('**/rpc/rigs/get*', route => held.then(() => route.continue()))
  await page.reload()
  await page.getByLabel('Problem').fill('Step is loose')
  load()
  await expect(page.getByText('RV on file.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(draft).toBeVisible()
  await expect(page.getByLabel('Problem')).toHaveValue('Step is loose')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByLabel('Problem')).toHaveValue('')
  await page.reload()
  await expect(page.getByText('RV on file.', { exact: true })).toBeVisible()
  await expect(draft).toBeHidden()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
})
