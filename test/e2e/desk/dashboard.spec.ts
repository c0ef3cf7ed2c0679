import type { Route } from '@playwright/test'
import { bluebonnet, june } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany, newOwnerPage, responseOf } from '../support/actions.ts'
import { expect, LIVE, newPersonPage, openAs, PHONE, test, withoutPrefetch } from '../support/fixtures.ts'

test('a new company sees its details and four empty sections', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  const email = await createCompany(page, 'Quiet Hollow RV')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Quiet Hollow RV' })).toBeVisible()
  const main = page.getByRole('main')
  for (const words of [bluebonnet.companyAddress, bluebonnet.companyPhone, email])
    await expect(main.getByRole('definition').filter({ hasText: words })).toBeVisible()
  await expect(main.locator('dl > div', { hasText: 'Number of Employees' })).toContainText('0')
  for (const name of ['Pending', 'Active', 'Approval', 'Completed']) {
    const state = name.toLowerCase()
    const section = page.getByRole('region', { name, exact: true })
    await expect(section.getByText(`No ${state} service tickets.`)).toBeVisible()
  }
})

test('the dashboard shows when it is loading, and when an account has no company', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  // No screen creates such an account, so the response is faked.
  const json = {
    defined: false,
    code: 'FORBIDDEN',
    status: 403,
    message: 'This is not for your account.',
    data: {},
  }
  let answer = (): void => {}
  const asked = new Promise<void>(resolve => {
    answer = resolve
  })
  await withoutPrefetch(page)
  await page.route('**/rpc/companies/mine*', async (route: Route) => {
    await asked
    await route.fulfill({ status: 403, json: { json } })
  })
  await openAs(page)
  await expect(page.getByText('Loading company details...')).toBeVisible()
  // Our people asked their device for less motion.
  const countMoving = () => document.getAnimations().filter(({ playState }) => playState === 'running').length
  await expect.poll(() => page.evaluate(countMoving)).toBe(0)
  answer()
  await expect(page.getByText('No company details found for this user.')).toBeVisible()
})

test('a pending card has no link, every other links to its page, and the buttons to theirs', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await openAs(page)
  const pending = page.getByRole('region', { name: 'Pending', exact: true })
  await expect(pending.getByText('Papadakis, Gus')).toBeVisible()
  await expect(pending.getByRole('link')).toHaveCount(0)
  for (const [name, label, path] of [
    ['Active', 'Whitcomb, Harold', '/service-ticket/'],
    ['Approval', 'Vega, Marisol', '/approval-service-ticket/'],
    ['Completed', 'Okafor, Lucille', '/completed-service-ticket/'],
  ] as const) {
    await page.getByRole('region', { name, exact: true }).getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(new RegExp(`${path}\\d{6}$`))
    await expect(page.getByRole('heading', { name: label })).toBeVisible()
    await page.goBack()
  }
  for (const [name, path] of [
    ['Create Ticket', '/create-ticket'],
    ['Add Employee', '/register-employee'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`${shop.url}${path}`)
    await page.goBack()
  }
})

test('a desk filters, sorts and folds the board, and finds it so after a reload', async ({
  shop,
  browser,
}) => {
  const page = await newOwnerPage(browser, shop)
  const { customerDetails } = june
  const create = (lastName: string, problem: string) =>
    responseOf(
      page.request.post('/api/tickets', {
        data: {
          ...june,
          customerDetails: { ...customerDetails, lastName },
          jobs: [{ problem, estimatedTime: 2 }],
        },
      }),
    )
  const { ticketId: first } = await create('Abbott', 'Awning motor')
  await create('Brandt', 'Roof leak')
  await create('Castle', 'Awning torn')
  await page.goto('/dashboard')
  const active = page.getByRole('region', { name: 'Active', exact: true })
  const cards = active.getByRole('listitem')
  await expect(cards.first()).toContainText('Castle, June')
  await expect(cards.last()).toContainText(`${first}`)
  // Two hours at the company's rate.
  await expect(cards.last()).toContainText('$290.00')

  await page.getByRole('searchbox', { name: 'Filter tickets' }).fill('awning')
  await page.getByLabel('Order').selectOption('Oldest first')
  await page.getByRole('button', { name: 'Fold Pending' }).click()
  const pending = page.getByRole('region', { name: 'Pending', exact: true })
  const expectAsked = async () => {
    await expect(cards).toHaveCount(2)
    await expect(cards.first()).toContainText('Abbott, June')
    await expect(pending.getByText('No tickets match.')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Completed' }).getByText('No tickets match.')).toBeVisible()
  }
  await expectAsked()
  await page.reload()
  await expectAsked()

  // Live, also on a part of the board.
  await responseOf(page.request.put(`/api/tickets/${first}/hold`, { data: { reason: 'weather' } }))
  await expect(cards.first()).toContainText('Waiting for better weather since', LIVE)
  await create('Dunn', 'Awning bent')
  await expect(cards.last()).toContainText('Dunn, June', LIVE)
})
