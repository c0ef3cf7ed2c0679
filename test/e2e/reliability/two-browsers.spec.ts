import { bluebonnet, customers, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { completeTicket, fillTicket, finalizeTicket, registerCompany } from '../support/actions.ts'
import { expect, newPersonPage, signIn, test } from '../support/fixtures.ts'

// The goal is a second; a busy test machine gets a little more.
const LIVE = { timeout: 2500 }

test('a second browser sees each step of a ticket live', async ({ server, browser }) => {
  const dana = await newPersonPage(browser, server)
  await registerCompany(dana)
  const board = await newPersonPage(browser, server)
  await signIn(board)
  await expect(board).toHaveURL(/\/dashboard$/)
  const section = (name: string) => board.getByRole('region', { name })
  await expect(section('Active').getByText('No active service tickets.')).toBeVisible()

  await dana.getByRole('link', { name: 'Create Ticket' }).click()
  await fillTicket(dana)
  await dana.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(section('Active').getByText('Park, June')).toBeVisible(LIVE)
  await dana.getByRole('link', { name: 'Park, June' }).click()

  const second = await newPersonPage(browser, server)
  await signIn(second)
  await second.getByRole('link', { name: 'Park, June' }).click()
  await expect(second.getByText('No parts added yet.')).toBeVisible()
  await dana.getByLabel('Quantity').fill('3')
  await dana.getByLabel('Description').fill('RV antifreeze')
  await dana.getByLabel('Per Item Price').fill('6.49')
  await dana.getByRole('button', { name: 'Add Part' }).click()
  await expect(second.getByRole('region', { name: 'Parts' }).getByText('RV antifreeze')).toBeVisible(LIVE)
  await expect(second.getByText('$1.95')).toBeVisible(LIVE)

  await finalizeTicket(dana)
  await expect(section('Completed').getByText('Park, June')).toBeVisible(LIVE)
  await expect(section('Active').getByText('No active service tickets.')).toBeVisible(LIVE)
  await expect(second.getByText(/finalized by Bluebonnet RV/).first()).toBeVisible(LIVE)

  await completeTicket(dana)
  await expect(section('Completed').getByText('No completed service tickets.')).toBeVisible(LIVE)
})

test('the public list shows a new company at once', async ({ demo, browser }) => {
  const visitor = await newPersonPage(browser, demo)
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: bluebonnet.companyName })).toBeVisible()
  const founder = await newPersonPage(browser, demo)
  await founder.goto('/register')
  await founder.getByLabel('Company Name').fill('Prairie Wind RV Care')
  await founder.getByLabel('Email').fill('ann@prairiewind.example')
  await founder.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await founder.getByLabel('Company Phone').fill('(605) 555-0188')
  await founder.getByRole('button', { name: 'Register' }).click()
  await expect(visitor.getByText('Prairie Wind RV Care')).toBeVisible(LIVE)
})

test('tabs of one browser share one stream, and another tab takes over', async ({ demo, browser }) => {
  const first = await newPersonPage(browser, demo)
  await signIn(first)
  await expect(first).toHaveURL(/\/dashboard$/)
  const tabs = [first]
  for (let tab = 0; tab < 7; tab += 1) {
    const page = await first.context().newPage()
    await page.goto('/dashboard')
    tabs.push(page)
  }
  const last = tabs[7]
  if (last === undefined) throw new Error('There is no eighth tab.')
  await expect(last.getByText(bluebonnet.companyName).first()).toBeVisible()
  await first.close()

  const other = await newPersonPage(browser, demo)
  await signIn(other)
  await other.getByRole('link', { name: 'Create Ticket' }).click()
  await fillTicket(other)
  await other.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(last.getByRole('region', { name: 'Active' }).getByText('Park, June')).toBeVisible(LIVE)
})

test('of two who finalize at once, the slower learns by whom and when', async ({ demo, browser }) => {
  const [harold] = customers
  const label = `${harold.customerDetails.lastName}, ${harold.customerDetails.firstName}`
  const dana = await newPersonPage(browser, demo)
  const walt = await newPersonPage(browser, demo)
  await signIn(dana)
  await signIn(walt, 'walt@bluebonnet.example')
  for (const page of [dana, walt]) await page.getByRole('link', { name: label }).click()
  await expect(walt.getByRole('button', { name: 'Finalize Ticket' })).toBeVisible()
  await finalizeTicket(dana)
  await expect(walt.getByText(/finalized by Dana Reyes at \d{1,2}:\d\d [AP]M/).first()).toBeVisible(LIVE)
})
