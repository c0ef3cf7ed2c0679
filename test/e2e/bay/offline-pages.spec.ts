import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import { assignTicket, createCompany, createEmployee, createTrailerTicket } from '../support/actions.ts'
import { expect, newPersonPage, PHONE, signIn, test, withServiceWorker } from '../support/fixtures.ts'

const cachedPhotosIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has('rigwright-bay-photos'))) return []
    const keys = await (await caches.open('rigwright-bay-photos')).keys()
    return keys.map(({ url }) => new URL(url).pathname)
  })

/** The numbers of the tickets that this device has stored. */
const storedTicketsIn = (page: Page): Promise<number[]> =>
  page.evaluate(
    () =>
      new Promise<number[]>(resolve => {
        const opening = indexedDB.open('rigwright-cache')
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const asking = opening.result.transaction('queries').objectStore('queries').get('bay')
          asking.onsuccess = () => {
            opening.result.close()
            resolve((asking.result as { ticketIds: number[] } | undefined)?.ticketIds ?? [])
          }
        }
      }),
  )

const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null)

const photo = async () => ({
  name: 'roof.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 64, height: 48, channels: 3, background: '#1f4a3a' } })
    .jpeg()
    .toBuffer(),
})

/** A technician with two tickets, one with a photo, has visited the bay, and everything is stored. */
async function visitBay(browser: Browser, app: { readonly url: string }) {
  const owner = await newPersonPage(browser, app)
  await createCompany(owner)
  const first = await createTrailerTicket(owner, [{ problem: 'Roof leak' }])
  const second = await createTrailerTicket(owner, [{ problem: 'Slide-out stalls' }])
  const { id, email } = await createEmployee(owner, rosa)
  for (const ticketId of [first, second]) await assignTicket(owner, ticketId, id)
  const multipart = { moment: 'before', photos: await photo() }
  const added = await owner.request.post(`/api/tickets/${first}/jobs/1/photos`, { multipart })
  expect(added.ok(), await added.text()).toBe(true)
  const bay = await newPersonPage(browser, app, PHONE, withServiceWorker)
  await signIn(bay, email)
  await bay.goto('/bay')
  await expect.poll(() => isControlled(bay), { timeout: 30_000 }).toBe(true)
  await expect.poll(() => storedTicketsIn(bay), { timeout: 30_000 }).toHaveLength(2)
  await expect.poll(() => cachedPhotosIn(bay), { timeout: 30_000 }).toHaveLength(1)
  return { owner, bay, first, second, email }
}

/** As after the browser was killed: no page of this context is left. */
async function reopen(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const next = await context.newPage()
  await page.close()
  await next.goto(path)
  return next
}

async function expectBay(page: Page, ticketId: number): Promise<void> {
  await expect(page.getByRole('heading', { name: 'My Jobs' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Park, June' })).toHaveCount(2)
  await expect(page.getByText(/^As of \d{1,2}:\d{2} [AP]M$/)).toBeVisible()
  await page.goto(`/bay/${ticketId}`)
  await expect(page.getByText('Roof leak').first()).toBeVisible()
  await expect(page.getByText(/^As of \d{1,2}:\d{2} [AP]M$/)).toBeVisible()
  const image = page.getByRole('img', { name: /^Photo 1 of 1/ })
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth))
    .toBeGreaterThan(0)
}

test('My Jobs and its tickets open without a connection, and any other page says that it needs one', async ({
  shop,
  browser,
}) => {
  const { bay, first } = await visitBay(browser, shop)
  const context = bay.context()
  await context.setOffline(true)
  await bay.reload()
  await expectBay(bay, first)
  let page = await reopen(context, bay, '/bay')
  await expectBay(page, first)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
  await page.getByRole('link', { name: 'My Jobs' }).click()
  await expect(page).toHaveURL(/\/bay$/)
  await expect(page.getByRole('link', { name: 'Park, June' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Work History' }).click()
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
  await page.getByRole('link', { name: 'My Jobs', exact: true }).last().click()
  await expect(page.getByRole('link', { name: 'Park, June' })).toHaveCount(2)
  page = await reopen(context, page, '/')
  await expect(page).toHaveURL(/\/bay$/)
  await expect(page.getByRole('heading', { name: 'My Jobs' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^As of /)).toHaveCount(0)
})
