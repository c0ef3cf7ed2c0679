// Sends messages through browser vendors' push services. The content is encrypted for the browser (RFC 8291), and the
// service identifies us by our key (RFC 8292).

import { createECDH, createPublicKey, hkdfSync } from 'node:crypto'
import type webPush from 'web-push'

/** A browser's push subscription. */
export type PushSubscription = {
  /** The push service's URL for it. */
  readonly endpoint: string
  /** Its public key on P-256, 65 bytes as base64url. */
  readonly p256dh: string
  /** Its shared secret, 16 bytes as base64url. */
  readonly auth: string
}

export type OutgoingPush = {
  readonly subscription: PushSubscription
  /** At most 3 KB. */
  readonly text: string
  /** How long the service keeps trying, in seconds; 0 for one attempt. */
  readonly ttl: number
  readonly isUrgent: boolean
  /** Replaces an undelivered message with the same topic; at most 32 characters of base64url. */
  readonly topic: string
}

export type PushTransport = {
  /** The public VAPID key for subscribing: 65 bytes as base64url. */
  readonly publicKey: string
  /** Whether messages may be sent there: users cannot make this server call any address. */
  readonly accepts: (endpoint: string) => boolean
  /**
   * Resolves once the service has accepted it. Rejects with SubscriptionGoneError for an expired subscription,
   * PushRejectedError if a retry is useless, PushKeyRejectedError if the service rejects our key for this phone, and
   * other errors if a retry may help.
   */
  readonly send: (push: OutgoingPush) => Promise<void>
}

/** The browser has unsubscribed. */
export class SubscriptionGoneError extends Error {
  override readonly name = 'SubscriptionGoneError'
}

/** The service permanently refuses this message. */
export class PushRejectedError extends Error {
  override readonly name = 'PushRejectedError'
}

/** Our signature was rejected: this phone subscribed with another key, or the service rejects all. */
export class PushKeyRejectedError extends Error {
  override readonly name = 'PushKeyRejectedError'
}

type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/** The order of P-256 (SEC 2, secp256r1). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The VAPID key pair, both as base64url: derived from the server's secret, so all servers have the same and nothing
 * is stored. 64 extra bits make all keys equally likely (FIPS 186-5, A.2.1).
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

/** The contact for push services: the product's address, or the sender of its emails. */
export const pushSubject = (baseUrl: string | undefined, mailFrom: string): string =>
  baseUrl?.startsWith('https:') ? baseUrl : `mailto:${mailFrom.replace(/^.*<|>$/g, '')}`

/** Browser vendors; each but the first has many hosts below its domain. */
const SERVICE_HOSTS = {
  'fcm.googleapis.com': /^fcm\.googleapis\.com$/,
  'push.services.mozilla.com': /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  'notify.windows.com': /^(?:[\w-]+\.)+notify\.windows\.com$/,
  'push.apple.com': /^(?:[\w-]+\.)*push\.apple\.com$/,
}

const serviceNameOf = (hostname: string): string | undefined =>
  Object.entries(SERVICE_HOSTS).find(([, host]) => host.test(hostname))?.[0]

const MAX_ENDPOINT_LENGTH = 1000

/** The service of an address: its vendor, on any of its hosts, or an origin. */
export function pushServiceOf(endpoint: string): string {
  if (!URL.canParse(endpoint)) return ''
  const { hostname, origin } = new URL(endpoint)
  return serviceNameOf(hostname) ?? origin
}

/** Whether messages may be sent there: a known service by https, or an origin from PUSH_SERVICES. */
export function isPushService(endpoint: string, allowedOrigins: readonly string[]): boolean {
  if (endpoint.length > MAX_ENDPOINT_LENGTH || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (allowedOrigins.includes(origin)) return true
  return protocol === 'https:' && port === '' && serviceNameOf(hostname) !== undefined
}

const decodeBase64Url = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64url')
  // Base64url decoding is lenient; a key has exactly one spelling.
  return bytes.toString('base64url') === text ? bytes : null
}

/** Whether `text` is a valid encryption key: a point of P-256. */
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

/** Whether `text` is a valid shared secret: 16 bytes. */
export const isSubscriptionAuth = (text: string): boolean => decodeBase64Url(text)?.length === 16

const TIMEOUT_MS = 10_000

type PushOptions = {
  readonly secret: string
  /** An https or mailto URL. */
  readonly subject: string
  /** Origins besides the known services. */
  readonly services: readonly string[]
  readonly timeoutMs?: number
}

/** Sends messages to push services, with a timeout of `timeoutMs`. */
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

/** Loaded with the first message, not at start. */
export const loadPushLibrary = () => import('web-push')

async function encryptRequest(...parameters: Parameters<typeof webPush.generateRequestDetails>) {
  const { default: library } = await loadPushLibrary()
  try {
    const { headers, body } = library.generateRequestDetails(...parameters)
    const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    // The client sets the length.
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

/** For tests: keeps sent messages, in order, and accepts every https address. */
export function createFakePushTransport(): PushTransport & { readonly sent: OutgoingPush[] } {
  const sent: OutgoingPush[] = []
  return {
    sent,
    publicKey: pushKeysOf('a fake transport').publicKey,
    accepts: endpoint => endpoint.startsWith('https://'),
    send: async push => {
      sent.push(push)
    },
  }
}
