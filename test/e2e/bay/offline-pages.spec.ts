import { createServer, request } from 'node:http'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { rosa, wyatt } from '../../../src/server/seed/demo-accounts.ts'
import { freePort } from '../../support/free-port.mjs'
import {
  assignTicket,
  createCompany,
  createEmployee,
  createTrailerTicket,
  jobLine,
} from '../support/actions.ts'
import {
  cacheIn,
  isControlled,
  storedBayIn,
  storedTicketsIn,
  unsentEntriesIn,
} from '../support/device-storage.ts'
import {
  expect,
  fillLogin,
  newPersonPage,
  PHONE,
  signIn,
  test,
  withServiceWorker,
} from '../support/fixtures.ts'

const cachedPhotosIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has('rigwright-bay-photos'))) return []
    const keys = await (await caches.open('rigwright-bay-photos')).keys()
    return keys.map(({ url }) => new URL(url).pathname)
  })

/** As a round that was cut off leaves one. */
const storeTicketWithoutBay = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>(resolve => {
        const opening = indexedDB.open('rigwright-cache')
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('queries', 'readwrite')
          transaction.objectStore('queries').put({}, 'bay ticket 1')
          transaction.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
  )

const unsentAccountsIn = async (page: Page): Promise<string[]> =>
  (await unsentEntriesIn(page)).map(({ account }) => account)

const storedVersionIn = async (page: Page): Promise<number | null> =>
  (await storedBayIn(page))?.version ?? null

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
  return { owner, bay, first, second, id, email }
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
  // A customer's page on the same phone has its own, for notifications.
  const scopes = await bay.evaluate(async () => {
    await navigator.serviceWorker.register('/push-service-worker.js', { scope: '/follow/' })
    return (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)
  })
  expect(scopes.sort()).toEqual(['/', '/follow/'])
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

test('with a server that is dead the bay opens, and is current again once the server is back', {
  tag: '@long',
}, async ({ server, browser }) => {
  const { bay, first } = await visitBay(browser, server)
  await server.end('SIGTERM')
  const page = await reopen(bay.context(), bay, '/bay')
  await expectBay(page, first)
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'This page needs a connection' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL(/\/bay$/)
  await server.start()
  await expect(page.getByText(/^As of /)).toHaveCount(0, { timeout: 60_000 })
})

test('a ticket that was taken away is removed at the next contact, the rest at logout until the next login', async ({
  shop,
  browser,
}) => {
  const { owner, bay, first, second, email } = await visitBay(browser, shop)
  await storeTicketWithoutBay(bay)
  await bay.context().setOffline(true)
  await owner.request.delete(`/api/tickets/${first}/technician`)
  const page = await reopen(bay.context(), bay, '/bay')
  await expect(page.getByRole('link', { name: 'Park, June' })).toHaveCount(2)
  await page.context().setOffline(false)
  await expect.poll(() => storedTicketsIn(page), { timeout: 60_000 }).toEqual([second])
  const keys = Object.keys(await cacheIn(page)).filter(key => key.startsWith('bay ticket '))
  expect(keys).toEqual([`bay ticket ${second}`])
  await expect.poll(() => cachedPhotosIn(page)).toEqual([])
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect.poll(() => storedTicketsIn(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('rigwright bay-account'))).toBeNull()
  await page.getByRole('link', { name: 'Login' }).first().click()
  await fillLogin(page, email, '')
  await expect.poll(() => storedTicketsIn(page), { timeout: 30_000 }).toEqual([second])
})

test('after a while away only the tickets that changed are fetched again', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const { owner, bay, second } = await visitBay(browser, shop)
  // What is stored is complete up to a version of the live stream only once that is open.
  await expect.poll(() => storedVersionIn(bay), { timeout: 60_000 }).not.toBeNull()
  const context = bay.context()
  const away = await context.newPage()
  await away.goto('about:blank')
  await bay.close()
  const job = { problem: 'Awning is torn' }
  const added = await owner.request.post(`/api/tickets/${second}/jobs`, { data: job })
  expect(added.ok(), await added.text()).toBe(true)

  const page = await context.newPage()
  const fetched: unknown[] = []
  page.on('request', request => {
    if (request.url().endsWith('/rpc/tickets/get')) fetched.push(request.postDataJSON().json.ticketId)
  })
  await page.goto('/bay')
  await expect.poll(() => fetched, { timeout: 60_000 }).toEqual([second])
  await page.waitForTimeout(3000)
  expect(fetched).toEqual([second])
  await context.setOffline(true)
  await page.goto(`/bay/${second}`)
  await expect(page.getByText('Awning is torn').first()).toBeVisible()
})

test('a session that ended leaves the bay as it was; when someone else logs in it is gone', async ({
  shop,
  browser,
}) => {
  const { owner, bay } = await visitBay(browser, shop)
  const { email } = await createEmployee(owner, wyatt)
  await bay.context().clearCookies()
  const page = await reopen(bay.context(), bay, '/bay')
  await expect(page.getByText('Your session has ended. Log in to send your work.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Park, June' })).toHaveCount(2)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/login\?to=%2Fbay$/)
  expect(await storedTicketsIn(page)).toHaveLength(2)
  await signIn(page, email)
  await page.goto('/profile')
  await expect.poll(() => storedTicketsIn(page)).toEqual([])
  expect(await cachedPhotosIn(page)).toEqual([])
  await page.goto('/bay')
  await expect(page.getByText('No tickets are assigned to you.')).toBeVisible()
})

test('when an employee was deleted, their phone forgets their tickets and what was not sent', async ({
  shop,
  browser,
}) => {
  const { owner, bay, first, id } = await visitBay(browser, shop)
  await bay.goto(`/bay/${first}`)
  await bay.route('**/rpc/tickets/clockIn', route => route.abort())
  await jobLine(bay, 'Roof leak').getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect.poll(() => unsentAccountsIn(bay)).toEqual([id])
  const deleted = await owner.request.delete(`/api/employees/${id}`)
  expect(deleted.ok(), await deleted.text()).toBe(true)
  await expect(bay).toHaveURL(/\/login/, { timeout: 30_000 })
  await expect(bay.getByRole('button', { name: /not sent/ })).toHaveCount(0)
  await expect.poll(() => unsentAccountsIn(bay)).toEqual([])
  await expect.poll(() => storedTicketsIn(bay)).toEqual([])
  expect(await cachedPhotosIn(bay)).toEqual([])
  expect(await bay.evaluate(() => localStorage.getItem('rigwright bay-account'))).toBeNull()
})

/** Forwards to the app, whose service worker then has this mark in its version; it can cut off Clock In. */
async function startProxy(app: { readonly url: string }) {
  const { hostname, port } = new URL(app.url)
  const change = { mark: '', isClockCut: false }
  const proxy = createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming
    if (change.isClockCut && url.startsWith('/rpc/tickets/clockIn')) return incoming.destroy()
    const isWorker = url === '/bay-service-worker.js'
    const plain = { host: headers.host, 'accept-encoding': 'identity' }
    const options = { hostname, port, path: url, method, headers: isWorker ? plain : headers }
    const forwarded = request(options, async answer => {
      const { statusCode = 502, headers: answered } = answer
      if (!isWorker) return answer.pipe(outgoing.writeHead(statusCode, answered))
      const text = await new Response(answer as unknown as BodyInit).text()
      outgoing.writeHead(statusCode, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
      return outgoing.end(text.replace('"version":"', `"version":"${change.mark}`))
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  const ownPort = await freePort()
  await new Promise<void>(resolve => proxy.listen(ownPort, resolve))
  return { url: `http://${hostname}:${ownPort}`, change, close: () => proxy.closeAllConnections() }
}

const versionsIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter(name => name.startsWith('rigwright-bay-files ')))

const updateWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.update().then(() => {}))

const isNewWaiting = (page: Page): Promise<boolean> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/'))?.waiting != null)

const waitingCountIn = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('rigwright outbox'))

async function tapReload(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
}

test('a new version waits until everything is sent or the person agrees, and loses no text', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const proxy = await startProxy(shop)
  const { bay, first } = await visitBay(browser, proxy)
  const [version] = await versionsIn(bay)
  const second = expect.stringContaining(' second')
  const third = expect.stringContaining(' third')
  await bay.goto(`/bay/${first}`)
  proxy.change.isClockCut = true
  await jobLine(bay, 'Roof leak').getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect.poll(() => waitingCountIn(bay)).toBe('1')
  proxy.change.mark = 'second'
  await updateWorker(bay)
  await expect(bay.getByText('A new version is ready.')).toBeVisible()
  expect(await isNewWaiting(bay)).toBe(true)
  await bay.context().setOffline(true)
  await bay.getByLabel('Cause').fill('Sealant split')
  // As when the version before is still answering a request: Chromium keeps the new one waiting for that.
  await bay.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => {}
  })
  await tapReload(bay)
  await expect(bay.getByLabel('Cause')).toHaveValue('Sealant split')
  expect(await isNewWaiting(bay)).toBe(true)
  await tapReload(bay)
  await expect(bay.getByLabel('Cause')).toHaveValue('Sealant split')
  await expect.poll(() => isNewWaiting(bay)).toBe(false)
  await expect.poll(() => versionsIn(bay)).toEqual([version, second])

  proxy.change.isClockCut = false
  await bay.context().setOffline(false)
  await expect.poll(() => waitingCountIn(bay), { timeout: 60_000 }).toBe('0')
  proxy.change.mark = 'third'
  await bay.evaluate(() => {
    const { postMessage } = ServiceWorker.prototype
    ServiceWorker.prototype.postMessage = function (message: unknown) {
      postMessage.call(this, message)
      // Requests at the moment of the takeover do not start the version before again.
      for (let count = 0; count < 40; count++)
        setTimeout(() => fetch('/rpc/me', { method: 'POST' }), count * 3)
    }
  })
  await updateWorker(bay)
  await expect.poll(() => versionsIn(bay)).toEqual([second, third])
  await expect.poll(() => isNewWaiting(bay)).toBe(false)
  await bay.reload()
  await expect.poll(() => versionsIn(bay)).toEqual([second, third])
  expect(await isNewWaiting(bay)).toBe(false)
  await expect(bay.getByText('A new version is ready.')).toHaveCount(0)
  await bay.goto('about:blank')
  proxy.close()
})

test('other pages register no service worker and store nothing of the bay', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE, withServiceWorker)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  await createCompany(page)
  for (const path of ['/', '/login', '/work-history', '/dashboard', '/profile']) {
    await page.goto(path)
    await page.waitForTimeout(1000)
    const registrations = await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistrations()).length,
    )
    expect(registrations, path).toBe(0)
  }
  expect(requested.filter(path => /^\/(assets\/.*(bay|offline)|bay-)/.test(path))).toEqual([])
  expect(await page.evaluate(() => caches.keys())).toEqual([])
})
