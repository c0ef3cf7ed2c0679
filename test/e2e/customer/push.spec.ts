import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { startPushService, subscriptionOf } from '../../support/push-service.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import {
  expect,
  expectAlert,
  newPersonPage,
  PHONE,
  TestServer,
  test,
  withServiceWorker,
} from '../support/fixtures.ts'

const BUTTON = { name: 'Notify me on this phone' }

/** A ticket of June's: its link's URL, and its number. */
async function linkedTicket(desk: Page): Promise<{ path: string; ticketId: number }> {
  const ticketId = await createTrailerTicket(desk, [
    { problem: 'Roof leak above the bunk', estimatedTime: 1.5 },
  ])
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  return { path: link.path, ticketId }
}

async function openLink(customer: Page, path: string): Promise<void> {
  const digits = june.customerDetails.phone.slice(-4)
  await responseOf(customer.request.post(`/api${path}/answer`, { data: { digits } }))
  await customer.goto(path)
  await expect(customer.getByRole('heading', { name: 'Status' })).toBeVisible()
}

/** Sends data to the page's service worker like a push service, and returns the shown notification. */
async function deliverPush(page: Page, data: string) {
  const shown = (isRead: boolean) =>
    page.evaluate(async isRead => {
      const registration = await navigator.serviceWorker.getRegistration('/follow/')
      const all = (await registration?.getNotifications()) ?? []
      if (isRead) for (const notification of all) notification.close()
      return all.map(({ title, body, data: { place } }) => ({ title, body, place }))
    }, isRead)
  const status = () =>
    page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration('/follow/'))?.active?.state ?? 'none',
    )
  await expect.poll(status).toBe('activated')
  await shown(true)
  await expect.poll(() => shown(false)).toEqual([])
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>(resolve =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await found
  const { origin } = new URL(page.url())
  // DevTools loses a message that meets the worker while it stops.
  await expect(async () => {
    await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    await expect.poll(async () => (await shown(false)).length, { timeout: 4000 }).toBe(1)
  }).toPass()
  await devtools.detach()
  return (await shown(false))[0]
}

test('a customer is notified on their phone of an approval request, and turns it off', {
  tag: '@long',
}, async ({ browser }) => {
  const service = await startPushService()
  const app = new TestServer(await mkdtemp(join(tmpdir(), 'rigwright-test-')), {
    PUSH_SERVICES: service.origin,
  })
  try {
    await app.start()
    const desk = await newPersonPage(browser, app)
    await createCompany(desk)
    const { path, ticketId } = await linkedTicket(desk)

    const customer = await newPersonPage(browser, app, PHONE, withServiceWorker)
    await customer.context().grantPermissions(['notifications'])
    // The browser's push service is unreachable; a local one replaces it.
    const phone = service.phone()
    await customer.addInitScript(subscription => {
      const { endpoint, ...keys } = subscription
      let given: object | null = null
      const unsubscribe = async () => {
        given = null
        return true
      }
      PushManager.prototype.getSubscription = async () => given as PushSubscription | null
      PushManager.prototype.subscribe = async options => {
        const text = String(options?.applicationServerKey).replaceAll('-', '+').replaceAll('_', '/')
        const applicationServerKey = Uint8Array.from(atob(text), sign => sign.charCodeAt(0)).buffer
        given = {
          endpoint,
          options: { applicationServerKey },
          unsubscribe,
          toJSON: () => ({ endpoint, keys }),
        }
        return given as PushSubscription
      }
    }, subscriptionOf(phone))
    await openLink(customer, path)
    await customer.getByRole('button', BUTTON).click()
    await expect(customer.getByText('Notifications are on for this phone.')).toBeVisible()
    await expect(customer.getByRole('button', BUTTON)).toHaveCount(0)
    await expectNoViolations(customer)
    expect(await horizontalOverflow(customer)).toEqual([])

    await responseOf(desk.request.post(`/api/tickets/${ticketId}/approvals`, { data: { jobNumbers: [1] } }))
    await expect.poll(() => service.pushesTo(phone).length).toBe(1)
    const [pushed] = service.pushesTo(phone)
    const note = await deliverPush(customer, JSON.stringify(pushed?.payload))
    expect(note).toEqual({
      title: 'Zion Creek RV',
      body: 'One job on your RV needs your approval.',
      place: path,
    })

    // Clicking closes it, and focuses the open page.
    const [worker] = customer.context().serviceWorkers()
    await worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const [notification] = await registration.getNotifications()
      const Tapped = Reflect.get(globalThis, 'NotificationEvent')
      dispatchEvent(new Tapped('notificationclick', { notification }))
    })
    const left = () =>
      worker?.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
        return (await registration.getNotifications()).length
      })
    await expect.poll(left).toBe(0)

    await customer.getByRole('button', { name: 'Stop' }).click()
    await expect(customer.getByRole('button', BUTTON)).toBeVisible()
    await responseOf(
      desk.request.post(`/api/tickets/${ticketId}/messages`, { data: { text: 'Tomorrow at nine.' } }),
    )
    const { entries } = await responseOf(desk.request.get(`/api/tickets/${ticketId}/activity`))
    expect(JSON.stringify(entries)).toContain('ticket.turn-off-push')
    expect(service.pushesTo(phone)).toHaveLength(1)
    expect(service.errors).toEqual([])
  } finally {
    await app.remove()
    await service.close()
  }
})

test('a notification opens only ticket pages of this server, whatever it contains', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk)
  const { path } = await linkedTicket(desk)
  const customer = await newPersonPage(browser, shop, PHONE, withServiceWorker)
  await customer.context().grantPermissions(['notifications'])
  await openLink(customer, path)
  await customer.getByRole('button', BUTTON).click()
  // The browser vendor's service is unreachable from this machine, and the page says so.
  await expectAlert(
    customer,
    'Notifications aren’t available right now: your browser can’t reach its push service.',
  )
  await expect(customer.getByRole('button', BUTTON)).toBeEnabled()
  await expectNoViolations(customer)

  const note = { title: 'Shop', text: 'Your RV is ready.', tag: 'a' }
  for (const url of [
    'https://evil.example/follow/x',
    '//evil.example/follow/x',
    'javascript:alert(1)',
    '/login',
    7,
  ])
    expect(await deliverPush(customer, JSON.stringify({ ...note, tag: String(url), url }))).toMatchObject({
      place: null,
    })
  expect(await deliverPush(customer, 'not what we send')).toEqual({
    title: 'Rigwright',
    body: 'There is news of your RV.',
    place: null,
  })
})

test('a browser without push is not asked', { tag: '@long' }, async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk)
  const { path } = await linkedTicket(desk)

  // As in an in-app browser.
  const within = await newPersonPage(browser, shop, PHONE, withServiceWorker)
  await within.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  const code = within.waitForResponse(/push-subscription/)
  await openLink(within, path)
  await code
  await expect(within.getByRole('button', BUTTON)).toHaveCount(0)
  expect(await within.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)

  const iphone = await newPersonPage(browser, shop, PHONE, withServiceWorker)
  await iphone.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager')
    Object.defineProperty(navigator, 'standalone', { value: false })
  })
  await openLink(iphone, path)
  await expect(
    iphone.getByText(
      'To get notifications on this phone, tap Share, then Add to Home Screen, and open this page from there.',
    ),
  ).toBeVisible()
  expect(await horizontalOverflow(iphone)).toEqual([])

  const refused = await newPersonPage(browser, shop, PHONE, withServiceWorker)
  await refused.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
  await openLink(refused, path)
  await expect(
    refused.getByText(
      'To get notifications on this phone, allow notifications for this page in your browser’s settings.',
    ),
  ).toBeVisible()
  await expect(refused.getByRole('button', BUTTON)).toHaveCount(0)
  await expectNoViolations(refused)
})
