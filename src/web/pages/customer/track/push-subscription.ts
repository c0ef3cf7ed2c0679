// What this browser can do about being told, and the doing of it. It has one address for everything that it is told
// of here, so which tickets that is stands beside it, and the server knows the same.

import { client, toAppError } from '#web/api/client.ts'
import type { TrackedTicket } from './track-view.ts'

/** `on the home screen`: this browser only from there. */
export type PushStatus = 'on' | 'off' | 'blocked' | 'needs-home-screen' | 'unsupported'

export type PushTarget = Pick<TrackedTicket, 'ticketId' | 'phoneKey'> & {
  readonly token: string
  readonly companyUUID: string
}

const SERVICE_WORKER_PATH = '/push-service-worker.js'
/** Of the pages of customers alone: no other of the product has to do with it. */
const SCOPE = '/follow/'
const KEY_PREFIX = 'rigwright-push '

const storageKeyOf = ({ companyUUID, ticketId }: PushTarget): string =>
  `${KEY_PREFIX}${companyUUID} ${ticketId}`
const isSubscribed = (target: PushTarget): boolean => localStorage.getItem(storageKeyOf(target)) !== null
const hasSubscriptions = (): boolean => Object.keys(localStorage).some(key => key.startsWith(KEY_PREFIX))

const isPushSupported = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

// Safari on an iPhone has a word of its own for it, and false is: in the browser.
const isOutsideHomeScreen = (): boolean => 'standalone' in navigator && navigator.standalone === false

const findWorker = () => navigator.serviceWorker.getRegistration(SCOPE)

/** How it stands with the ticket; one that is told says so to the server again, in case that lost sight of it. */
export async function getPushStatus(target: PushTarget): Promise<PushStatus> {
  if (!isPushSupported()) return isOutsideHomeScreen() ? 'needs-home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await (await findWorker())?.pushManager.getSubscription()
  if (subscription == null || Notification.permission !== 'granted' || !isSubscribed(target)) return 'off'
  if (!isOfKey(subscription, target.phoneKey)) return 'off'
  // Where it is out of reach just now, it is still told as before.
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
  // An address that was asked for with the key of another server is of no use to this one.
  await existing?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Asks for leave, and lets this browser be told of the ticket. Throws one sentence when that is not possible. */
export async function enablePush(target: PushTarget): Promise<PushStatus> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const subscription = await subscribe(target.phoneKey).catch(error => {
    throw new Error('This browser cannot be told just now: it does not reach its maker’s service.', {
      cause: error,
    })
  })
  await registerSubscription(target, subscription).catch(fault => {
    throw new Error(toAppError(fault).message, { cause: fault })
  })
  localStorage.setItem(storageKeyOf(target), new Date().toISOString())
  return 'on'
}

/** Lets this browser be told of the ticket no longer; with the last of them it gives its address up. */
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
