// Push notifications in this browser. One browser has one push subscription for all tickets, so localStorage keeps
// which tickets it is for; the server stores the same.

import { client, toAppError } from '#web/api/client.ts'
import type { TrackedTicket } from './tracked-ticket-query.ts'

/** `needs-home-screen`: this browser allows notifications only from the home screen. */
export type PushStatus = 'on' | 'off' | 'blocked' | 'needs-home-screen' | 'needs-https' | 'unsupported'

type PushTarget = Pick<TrackedTicket, 'ticketId' | 'pushKey'> & {
  readonly token: string
  readonly companyUUID: string
}

const SERVICE_WORKER_PATH = '/push-service-worker.js'
/** Only the customers' pages. */
const SCOPE = '/follow/'
const KEY_PREFIX = 'rigwright-push '

const storageKeyOf = ({ companyUUID, ticketId }: PushTarget): string =>
  `${KEY_PREFIX}${companyUUID} ${ticketId}`
const isSubscribed = (target: PushTarget): boolean => localStorage.getItem(storageKeyOf(target)) !== null
const hasSubscriptions = (): boolean => Object.keys(localStorage).some(key => key.startsWith(KEY_PREFIX))

const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

// Only Safari on iOS has `standalone`; false means: in the browser.
const isOutsideHomeScreen = (): boolean => 'standalone' in navigator && navigator.standalone === false

const findWorker = () => navigator.serviceWorker.getRegistration(SCOPE)

/** Whether this browser gets the ticket's notifications. If so it registers again, in case the server lost it. */
export async function getPushStatus(target: PushTarget): Promise<PushStatus> {
  if (!isSecureContext) return 'needs-https'
  if (!isPushSupported()) return isOutsideHomeScreen() ? 'needs-home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await (await findWorker())?.pushManager.getSubscription()
  if (subscription == null || Notification.permission !== 'granted' || !isSubscribed(target)) return 'off'
  if (!isOfKey(subscription, target.pushKey)) return 'off'
  // If the server cannot be reached, the earlier registration still counts.
  await registerSubscription(target, subscription).catch(() => {})
  return 'on'
}

const isOfKey = ({ options }: PushSubscription, key: string): boolean => {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}

async function registerSubscription({ token }: PushTarget, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await client.customerView.subscribePush({ token, endpoint, p256dh, auth })
}

async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(SERVICE_WORKER_PATH, { scope: SCOPE })
  const { pushManager } = await navigator.serviceWorker.ready
  const existing = await pushManager.getSubscription()
  if (existing !== null && isOfKey(existing, key)) return existing
  // A subscription made with another server's key is useless to this one.
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Asks for permission and turns on notifications for the ticket. Throws an error with a readable message. */
export async function enablePush(target: PushTarget): Promise<PushStatus> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const subscription = await subscribe(target.pushKey).catch(error => {
    throw new Error('Notifications aren’t available right now: your browser can’t reach its push service.', {
      cause: error,
    })
  })
  await registerSubscription(target, subscription).catch(error => {
    throw new Error(toAppError(error).message, { cause: error })
  })
  localStorage.setItem(storageKeyOf(target), new Date().toISOString())
  return 'on'
}

/** Turns off notifications for the ticket; with the last ticket, unsubscribes the browser. */
export async function disablePush(target: PushTarget): Promise<PushStatus> {
  const subscription = await (await findWorker())?.pushManager.getSubscription()
  if (subscription != null)
    await client.customerView
      .unsubscribePush({ token: target.token, endpoint: subscription.endpoint })
      .catch(error => {
        throw new Error(toAppError(error).message, { cause: error })
      })
  localStorage.removeItem(storageKeyOf(target))
  if (!hasSubscriptions()) await subscription?.unsubscribe()
  return 'off'
}
