import type { Page } from '@playwright/test'
import { customers, loneStar, rosa } from '../../../src/server/seed/demo-accounts.ts'
import {
  assignTicket,
  createCompany,
  createEmployee,
  createTrailerTicket,
  responseOf,
} from '../support/actions.ts'
import { expect, newPersonPage, signIn, test, withoutPrefetch } from '../support/fixtures.ts'

const COMPANY = 'Cached RV'

/** This browser's cache for the next visit, as text; empty without one. */
const cachedQueriesIn = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('rigwright-cache')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve('')
        opening.onsuccess = () => {
          const asking = opening.result.transaction('queries').objectStore('queries').get('query-cache')
          asking.onsuccess = () => {
            opening.result.close()
            resolve(asking.result === undefined ? '' : JSON.stringify(asking.result))
          }
          asking.onerror = () => reject(asking.error)
        }
      }),
  )

/** Delays every response, and live changes, until the returned function is called. */
async function delayQueries(page: Page): Promise<() => void> {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route(/\/(rpc\/|api\/live)/, async route => {
    await held
    await route.continue()
  })
  return release
}

/** The owner of a new company has seen her board, and closed the page. Returns her email. */
async function leaveBoard(page: Page): Promise<string> {
  const email = await createCompany(page, COMPANY)
  await createTrailerTicket(page, [], customers[0])
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Whitcomb, Harold' })).toBeVisible()
  await expect.poll(() => cachedQueriesIn(page), { timeout: 30_000 }).toContain('Whitcomb')
  return email
}

test('the second visit starts with cached data, and updates it', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const dana = await newPersonPage(browser, shop)
  await leaveBoard(dana)
  await dana.goto('about:blank')
  await createTrailerTicket(dana, [{ problem: 'Awning will not roll in' }])

  const again = await dana.context().newPage()
  await withoutPrefetch(again)
  const release = await delayQueries(again)
  await again.goto('/dashboard')
  const active = again.getByRole('region', { name: 'Active', exact: true })
  await expect(active.getByRole('link', { name: 'Whitcomb, Harold' })).toBeVisible()
  await expect(again.getByRole('heading', { name: COMPANY })).toBeVisible()
  await expect(active.getByRole('listitem')).toHaveCount(1)
  release()
  await expect(active.getByRole('listitem')).toHaveCount(2)
})

test('logging out leaves nothing behind in the browser', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await leaveBoard(page)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect.poll(() => cachedQueriesIn(page)).not.toMatch(/Whitcomb|"id"/)
})

test('another account in the same browser sees nothing of the first', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await leaveBoard(page)
  await page.goto('about:blank')
  // The owner's session is gone, and another user's is there.
  await page.context().clearCookies()
  await signIn(page, loneStar.email)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: loneStar.companyName })).toBeVisible()
  await expect(page.getByText('Whitcomb')).toHaveCount(0)
  await expect(page.getByText(COMPANY)).toHaveCount(0)
  await expect.poll(() => cachedQueriesIn(page), { timeout: 30_000 }).toContain(loneStar.companyName)
  expect(await cachedQueriesIn(page)).not.toContain('Whitcomb')
})

test('a user with fewer permissions than last time is sent to their own page', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await leaveBoard(page)
  const { email } = await createEmployee(page, rosa)
  await page.goto('about:blank')
  await page.context().clearCookies()
  await signIn(page, email)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/bay$/)
  await expect(page.getByText('Whitcomb')).toHaveCount(0)
})

test('an expired session leads to Login, and its cached data is gone', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await leaveBoard(page)
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Whitcomb')).toHaveCount(0)
  await expect.poll(() => cachedQueriesIn(page)).not.toContain('Whitcomb')
})

test('a cache that is read late does not bring back what the server refuses meanwhile', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop)
  await createCompany(owner, COMPANY)
  const ticketId = await createTrailerTicket(owner, [{ problem: 'Roof leak' }])
  const { id, email } = await createEmployee(owner, rosa)
  await assignTicket(owner, ticketId, id)
  const bay = await newPersonPage(browser, shop)
  await signIn(bay, email)
  await bay.goto(`/bay/${ticketId}`)
  await expect.poll(() => cachedQueriesIn(bay)).toContain('Roof leak')
  await bay.close()
  await responseOf(owner.request.delete(`/api/tickets/${ticketId}/technician`))

  const again = await bay.context().newPage()
  await again.addInitScript(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function (...words) {
      const request = open.apply(this, words)
      Object.defineProperty(request, 'onsuccess', {
        set: (handle: (event: Event) => void) =>
          request.addEventListener('success', event =>
            setTimeout(() => {
              handle(event)
              Object.assign(window, { isCacheOpen: true })
            }, 1000),
          ),
      })
      return request
    }
  })
  await again.goto(`/bay/${ticketId}`)
  await expect(again.getByText('No ticket data found.')).toBeVisible()
  await expect.poll(() => again.evaluate(() => 'isCacheOpen' in window)).toBe(true)
  await again.waitForTimeout(500)
  await expect(again.getByText('No ticket data found.')).toBeVisible()
})

test('corrupt browser storage is deleted without an error', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await leaveBoard(page)
  await page.goto('/about-us')
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('rigwright-cache')
        opening.onsuccess = () => {
          const store = opening.result.transaction('queries', 'readwrite').objectStore('queries')
          const reading = store.get('query-cache')
          reading.onsuccess = () => {
            const writing = store.put({ ...reading.result, state: { queries: 'none' } }, 'query-cache')
            writing.onsuccess = () => resolve()
          }
        }
        opening.onerror = () => reject(opening.error)
      }),
  )
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Whitcomb, Harold' })).toBeVisible()
  expect(errors).toEqual([])
})
