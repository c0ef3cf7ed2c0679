import type { Request } from '@playwright/test'
import { openLoaded } from '../support/actions.ts'
import { expect, newPersonPage, test } from '../support/fixtures.ts'

test('a page is fetched while hovering over its link, and is ready on click', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  const fetched: string[] = []
  const arriving = new Set<Request>()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    fetched.push(pathname)
    if (pathname.startsWith('/assets/')) arriving.add(request)
  })
  page.on('requestfinished', request => arriving.delete(request))
  const code = () => fetched.filter(path => /\/assets\/work-history-[^/]*\.js$/.test(path)).length
  await openLoaded(page, '/')
  const link = page.getByRole('banner').getByRole('link', { name: 'Work History' })
  await expect(link).toBeVisible()
  expect(code()).toBe(0)
  await link.hover()
  await expect.poll(code).toBe(1)
  await expect.poll(() => arriving.size).toBe(0)
  // Offline only what was prefetched is available.
  await page.context().setOffline(true)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Work History')
  expect(code()).toBe(1)
  await page.getByRole('banner').getByRole('link', { name: 'Downloads' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Can’t reach the server')
})
