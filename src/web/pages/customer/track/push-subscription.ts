// What this browser can do about being told, and the doing of it. It has one address for everything that it is told
// of here, so which tickets that is stands beside it, and the server knows the same.

import { client, faultOf } from '#web/api/client.ts'
import type { FollowView } from './track-view.ts'

/** `on the home screen`: this browser only from there. */
export type Telling = 'on' | 'off' | 'blocked' | 'on the home screen' | 'not here'

export type Told = Pick<FollowView, 'ticketId' | 'phoneKey'> & {
  readonly token: string
  readonly companyUUID: string
}

const WORKER = '/push-service-worker.js'
/** Of the pages of customers alone: no other of the product has to do with it. */
const SCOPE = '/follow/'
const MARK = 'rigwright-told '

const markOf = ({ companyUUID, ticketId }: Told): string => `${MARK}${companyUUID} ${ticketId}`
const isMarked = (told: Told): boolean => localStorage.getItem(markOf(told)) !== null
const isAnyMarked = (): boolean => Object.keys(localStorage).some(key => key.startsWith(MARK))

const canBeTold = (): boolean =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

// Safari on an iPhone has a word of its own for it, and false is: in the browser.
const isOutsideHomeScreen = (): boolean => 'standalone' in navigator && navigator.standalone === false

const findWorker = () => navigator.serviceWorker.getRegistration(SCOPE)

/** How it stands with the ticket; one that is told says so to the server again, in case that lost sight of it. */
export async function lookAtPhone(told: Told): Promise<Telling> {
  if (!canBeTold()) return isOutsideHomeScreen() ? 'on the home screen' : 'not here'
  if (Notification.permission === 'denied') return 'blocked'
  const known = await (await findWorker())?.pushManager.getSubscription()
  if (known == null || Notification.permission !== 'granted' || !isMarked(told)) return 'off'
  if (!isOfKey(known, told.phoneKey)) return 'off'
  // Where it is out of reach just now, it is still told as before.
  await say(told, known).catch(() => {})
  return 'on'
}

const isOfKey = ({ options }: PushSubscription, key: string): boolean => {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === key
}

async function say({ token }: Told, subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await client.follow.tellPhone({ token, endpoint, p256dh, auth })
}

async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE })
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known !== null && isOfKey(known, key)) return known
  // An address that was asked for with the key of another server is of no use to this one.
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Asks for leave, and lets this browser be told of the ticket. Throws one sentence when that is not possible. */
export async function beTold(told: Told): Promise<Telling> {
  const leave = await Notification.requestPermission()
  if (leave !== 'granted') return leave === 'denied' ? 'blocked' : 'off'
  const subscription = await subscribe(told.phoneKey).catch(fault => {
    throw new Error('This browser cannot be told just now: it does not reach its maker’s service.', {
      cause: fault,
    })
  })
  await say(told, subscription).catch(fault => {
    throw new Error(faultOf(fault).message, { cause: fault })
  })
  localStorage.setItem(markOf(told), new Date().toISOString())
  return 'on'
}

/** Lets this browser be told of the ticket no longer; with the last of them it gives its address up. */
export async function beLeftAlone(told: Told): Promise<Telling> {
  const subscription = await (await findWorker())?.pushManager.getSubscription()
  if (subscription != null)
    await client.follow.stopPhone({ token: told.token, endpoint: subscription.endpoint }).catch(fault => {
      throw new Error(faultOf(fault).message, { cause: fault })
    })
  localStorage.removeItem(markOf(told))
  if (!isAnyMarked()) await subscription?.unsubscribe()
  return 'off'
}
