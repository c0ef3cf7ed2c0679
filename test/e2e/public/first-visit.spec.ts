import type { Page } from '@playwright/test'
import { createCompany, createTrailerTicket } from '../support/actions.ts'
import { expect, newPersonPage, signIn, test } from '../support/fixtures.ts'

/** The procedures that a page calls from now on. */
function asking(page: Page): string[] {
  const names: string[] = []
  page.on('request', request => {
    const [, name] = /\/rpc\/([\w/]+)/.exec(request.url()) ?? []
    if (name !== undefined) names.push(name.replace('/', '.'))
  })
  return names
}

/** The Dashboard's queries that a change of one ticket does not affect. */
const CAME_ALONG = ['companies.mine', 'employees.list', 'tickets.board']

test("the Dashboard's prefetched data is not requested again, and changes during loading are seen", {
  tag: '@long',
}, async ({ shop, browser }) => {
  const other = await newPersonPage(browser, shop)
  const email = await createCompany(other)
  const dana = await newPersonPage(browser, shop)
  await signIn(dana, email)

  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await dana.route('**/api/live?*', async route => {
    await held
    await route.continue()
  })
  const asked = asking(dana)
  await dana.goto('/dashboard')
  await expect(dana.locator('#root:not([data-ssr])')).toBeAttached()
  const early = await createTrailerTicket(other, [{ problem: 'Awning came while she opened the page' }])
  release()
  await expect(dana.locator(`a[href$="/${early}"]`)).toBeVisible()

  // A second tab gets changes through the first.
  const tab = await dana.context().newPage()
  const askedThere = asking(tab)
  await tab.goto('/dashboard')
  await expect(tab.locator('#root:not([data-ssr])')).toBeAttached()
  const late = await createTrailerTicket(other, [{ problem: 'Steps do not fold' }])
  for (const page of [dana, tab]) await expect(page.locator(`a[href$="/${late}"]`)).toBeVisible()
  expect(asked.filter(name => CAME_ALONG.includes(name))).toEqual([])
  expect(askedThere.filter(name => CAME_ALONG.includes(name))).toEqual([])
})

test('Home refetches its list only after a change', async ({ shop, browser }) => {
  const visitor = await newPersonPage(browser, shop)
  const asked = asking(visitor)
  const listening = visitor.waitForResponse('**/api/live/directory*')
  await visitor.goto('/')
  expect((await listening).url()).toContain('?after=')
  await expect(visitor.locator('#root:not([data-ssr])')).toBeAttached()
  expect(asked).toEqual([])
  await createCompany(await newPersonPage(browser, shop), 'Announced RV')
  await expect(visitor.getByText('Announced RV')).toBeVisible()
  expect(asked).toEqual(['companies.list'])
})
