import { bluebonnet } from '../../../src/server/seed/demo-accounts.ts'
import {
  addPart,
  completeTicket,
  createCompany,
  createTrailerTicket,
  finalizeTicket,
  openPartForm,
} from '../support/actions.ts'
import { expect, LIVE, newPersonPage, openAs, signIn, test } from '../support/fixtures.ts'

test('a second browser sees each step of a ticket live', { tag: '@long' }, async ({ shop, browser }) => {
  const dana = await newPersonPage(browser, shop)
  const email = await createCompany(dana)
  const board = await newPersonPage(browser, shop)
  await openAs(board, email)
  const section = (name: string) => board.getByRole('region', { name })
  await expect(section('Active').getByText('No active service tickets.')).toBeVisible()

  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak', estimatedTime: 1 }])
  await expect(section('Active').getByText('Park, June')).toBeVisible(LIVE)
  await dana.goto(`/service-ticket/${ticketId}`)

  const second = await newPersonPage(browser, shop)
  await signIn(second, email)
  await second.goto(`/service-ticket/${ticketId}`)
  await expect(second.getByText('No parts added yet.')).toBeVisible()
  const part = { quantity: '3', description: 'RV antifreeze', price: '6.49' }
  await addPart(await openPartForm(dana), part)
  await expect(second.getByRole('region', { name: 'Parts' }).getByText('RV antifreeze')).toBeVisible(LIVE)
  await expect(second.getByText('$1.95')).toBeVisible(LIVE)

  await finalizeTicket(dana)
  await expect(section('Completed').getByText('Park, June')).toBeVisible(LIVE)
  await expect(section('Active').getByText('No active service tickets.')).toBeVisible(LIVE)
  await expect(second.getByText(/finalized by Zion Creek RV at \d{1,2}:\d\d [AP]M/).first()).toBeVisible(LIVE)

  await completeTicket(dana)
  await expect(section('Completed').getByText('No completed service tickets.')).toBeVisible(LIVE)
})

test('the public list shows a new company at once', async ({ shop, browser }) => {
  const visitor = await newPersonPage(browser, shop)
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { name: bluebonnet.companyName })).toBeVisible()
  await createCompany(await newPersonPage(browser, shop), 'At Once In Public RV')
  await expect(visitor.getByText('At Once In Public RV')).toBeVisible(LIVE)
})

test('tabs of one browser share one stream, and another tab takes over', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const first = await newPersonPage(browser, shop)
  await createCompany(first, 'Eight Tabs RV')
  await first.goto('/dashboard')
  const tabs = [first]
  for (let tab = 0; tab < 7; tab += 1) {
    const page = await first.context().newPage()
    await page.goto('/dashboard')
    tabs.push(page)
  }
  const last = tabs[7]
  if (last === undefined) throw new Error('There is no eighth tab.')
  await expect(last.getByText('Eight Tabs RV').first()).toBeVisible()
  await first.close()

  await createTrailerTicket(last, [])
  // Another tab connects first, on a machine that runs eight: no live update to an open connection.
  await expect(last.getByRole('region', { name: 'Active' }).getByText('Park, June')).toBeVisible()
})
