// News on its way to a phone: by the push service of whoever made its browser. What is sent only that browser
// can read (RFC 8291), and the service knows by our key that it comes from who was let in (RFC 8292).

import { createECDH, createPublicKey, hkdfSync } from 'node:crypto'
import type webPush from 'web-push'

/** A browser as its push service knows it. */
export type PushSubscription = {
  /** Where its news is handed over. */
  readonly endpoint: string
  /** Its public key on P-256, 65 bytes as base64url. */
  readonly p256dh: string
  /** What it shares with us alone, 16 bytes as base64url. */
  readonly auth: string
}

export type OutgoingPush = {
  readonly subscription: PushSubscription
  /** At most 3 KB. */
  readonly text: string
  /** How long the service tries, in seconds; with 0 it tries once. */
  readonly ttl: number
  readonly isUrgent: boolean
  /** News of the same topic that has not arrived yet is replaced; at most 32 characters of base64url. */
  readonly topic: string
}

export type PushTransport = {
  /** What a browser is given when it asks its service for an address: 65 bytes as base64url. */
  readonly publicKey: string
  /** Whether news would be handed over there: nobody makes this server ask an address of their choice. */
  readonly accepts: (endpoint: string) => boolean
  /**
   * Resolves once the service has taken it. Rejects with PhoneGone when nobody is there any more, with
   * NewsRefused when trying again cannot help, with KeyRefused when the service does not know us by our key for
   * this phone, and with anything else when it may help.
   */
  readonly send: (news: OutgoingPush) => Promise<void>
}

/** The browser has given this address up. */
export class SubscriptionGoneError extends Error {
  override readonly name = 'SubscriptionGoneError'
}

/** The service takes neither this nor the same again. */
export class PushRejectedError extends Error {
  override readonly name = 'PushRejectedError'
}

/** What we sign is not taken: this phone asked under another key, or the service takes nothing of ours. */
export class PushKeyRejectedError extends Error {
  override readonly name = 'PushKeyRejectedError'
}

type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/** The order of P-256 (SEC 2, secp256r1). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The pair that services know this house by, both as base64url: made of the server's secret alone, so all servers
 * of one house have the same and there is nothing to keep. 64 bits more than needed make every key as likely
 * (FIPS 186-5, A.2.1).
 */
export function pushKeysOf(secret: string): PushKeys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'rigwright web push', 40))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (P256_ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

/** Whom a service writes to about what we send: the house by its address, or who its letters come from. */
export const pushSubject = (baseUrl: string | undefined, mailFrom: string): string =>
  baseUrl?.startsWith('https:') ? baseUrl : `mailto:${mailFrom.replace(/^.*<|>$/g, '')}`

/** Of the makers of browsers; each but the first has many machines below its name. */
const SERVICE_HOSTS = {
  'fcm.googleapis.com': /^fcm\.googleapis\.com$/,
  'push.services.mozilla.com': /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  'notify.windows.com': /^(?:[\w-]+\.)+notify\.windows\.com$/,
  'push.apple.com': /^(?:[\w-]+\.)*push\.apple\.com$/,
}

const serviceNameOf = (hostname: string): string | undefined =>
  Object.entries(SERVICE_HOSTS).find(([, host]) => host.test(hostname))?.[0]

const MAX_ENDPOINT_LENGTH = 1000

/** Whose service news of this address is handed to: its maker, whichever of their machines, or an origin. */
export function pushServiceOf(endpoint: string): string {
  if (!URL.canParse(endpoint)) return ''
  const { hostname, origin } = new URL(endpoint)
  return serviceNameOf(hostname) ?? origin
}

/** Whether news may be handed over there: a known service by https, or an origin that the operator named. */
export function isPushService(endpoint: string, allowedOrigins: readonly string[]): boolean {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (allowedOrigins.includes(origin)) return true
  return protocol === 'https:' && port === '' && serviceNameOf(hostname) !== undefined
}

const decodeBase64Url = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64url')
  // Decoding is forgiving; one key has one spelling.
  return bytes.toString('base64url') === text ? bytes : null
}

/** Whether `text` is a key that something can be sealed for: a point of P-256. */
export function isSubscriptionKey(text: string): boolean {
  const bytes = decodeBase64Url(text)
  if (bytes?.length !== 65 || bytes[0] !== 4) return false
  const [x, y] = [bytes.toString('base64url', 1, 33), bytes.toString('base64url', 33)]
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** Whether `text` is what a browser shares for its seals: 16 bytes. */
export const isSubscriptionAuth = (text: string): boolean => decodeBase64Url(text)?.length === 16

const TIMEOUT_MS = 10_000

type PushOptions = {
  readonly secret: string
  /** An https address or a mailto. */
  readonly subject: string
  /** Origins besides the known services. */
  readonly services: readonly string[]
  readonly timeoutMs?: number
}

/** Hands news to push services; each may keep silent for `patienceMs`. */
export function createPushTransport({
  secret,
  subject,
  services,
  timeoutMs = TIMEOUT_MS,
}: PushOptions): PushTransport {
  const keys = pushKeysOf(secret)
  const accepts = (endpoint: string): boolean => isPushService(endpoint, services)
  return {
    publicKey: keys.publicKey,
    accepts,
    send: async ({ subscription, text, ttl, isUrgent, topic }) => {
      const { endpoint, p256dh, auth } = subscription
      if (!accepts(endpoint)) throw new SubscriptionGoneError('Not a known push service.')
      const { headers, body } = await encryptRequest({ endpoint, keys: { p256dh, auth } }, text, {
        TTL: ttl,
        topic,
        urgency: isUrgent ? 'high' : 'normal',
        vapidDetails: { subject, ...keys },
      })
      const response = await fetch(endpoint, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      throwOnFailure(response.status)
    },
  }
}

/** No start waits for the library, the first news does. */
export const loadPushLibrary = () => import('web-push')

async function encryptRequest(...parameters: Parameters<typeof webPush.generateRequestDetails>) {
  const { default: library } = await loadPushLibrary()
  try {
    const { headers, body } = library.generateRequestDetails(...parameters)
    const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    // The length is the client's to say.
    return {
      headers: Object.fromEntries(entries.filter(([name]) => name !== 'Content-Length')),
      body: new Uint8Array(body ?? []),
    }
  } catch (error) {
    throw new PushRejectedError('Could not encrypt this notification.', { cause: error })
  }
}

function throwOnFailure(status: number): void {
  if (status >= 200 && status < 300) return
  const message = `The push service returned ${status}.`
  if (status === 404 || status === 410) throw new SubscriptionGoneError(message)
  if (status === 401 || status === 403) throw new PushKeyRejectedError(message)
  if (status === 400 || status === 413) throw new PushRejectedError(message)
  throw new Error(message)
}

/** For tests of those who tell: keeps what was sent, in order, and has every https address for a service. */
export function createFakePushTransport(): PushTransport & { readonly sent: OutgoingPush[] } {
  const sent: OutgoingPush[] = []
  return {
    sent,
    publicKey: pushKeysOf('a pretend house').publicKey,
    accepts: endpoint => endpoint.startsWith('https://'),
    send: async news => {
      sent.push(news)
    },
  }
}
