// News on its way to a phone: by the push service of whoever made its browser. What is sent only that browser
// can read (RFC 8291), and the service knows by our key that it comes from who was let in (RFC 8292).

import { createECDH, createPublicKey, hkdfSync } from 'node:crypto'
import type webPush from 'web-push'

/** A browser as its push service knows it. */
export type Phone = {
  /** Where its news is handed over. */
  readonly endpoint: string
  /** Its public key on P-256, 65 bytes as base64url. */
  readonly p256dh: string
  /** What it shares with us alone, 16 bytes as base64url. */
  readonly auth: string
}

export type OutgoingNews = {
  readonly phone: Phone
  /** At most 3 KB. */
  readonly text: string
  /** How long the service tries, in seconds; with 0 it tries once. */
  readonly ttl: number
  readonly isUrgent: boolean
  /** News of the same topic that has not arrived yet is replaced; at most 32 characters of base64url. */
  readonly topic: string
}

export type Push = {
  /** What a browser is given when it asks its service for an address: 65 bytes as base64url. */
  readonly publicKey: string
  /** Whether news would be handed over there: nobody makes this server ask an address of their choice. */
  readonly accepts: (endpoint: string) => boolean
  /**
   * Resolves once the service has taken it. Rejects with PhoneGone when nobody is there any more, with
   * NewsRefused when trying again cannot help, with KeyRefused when the service does not know us by our key for
   * this phone, and with anything else when it may help.
   */
  readonly send: (news: OutgoingNews) => Promise<void>
}

/** The browser has given this address up. */
export class PhoneGone extends Error {
  override readonly name = 'PhoneGone'
}

/** The service takes neither this nor the same again. */
export class NewsRefused extends Error {
  override readonly name = 'NewsRefused'
}

/** What we sign is not taken: this phone asked under another key, or the service takes nothing of ours. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused'
}

export type PushKeys = { readonly publicKey: string; readonly privateKey: string }

/** The order of P-256 (SEC 2, secp256r1). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * The pair that services know this house by, both as base64url: made of the server's secret alone, so all servers
 * of one house have the same and there is nothing to keep. 64 bits more than needed make every key as likely
 * (FIPS 186-5, A.2.1).
 */
export function pushKeysOf(secret: string): PushKeys {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'rigwright web push', 40))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n
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
const SERVICES = {
  'fcm.googleapis.com': /^fcm\.googleapis\.com$/,
  'push.services.mozilla.com': /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  'notify.windows.com': /^(?:[\w-]+\.)+notify\.windows\.com$/,
  'push.apple.com': /^(?:[\w-]+\.)*push\.apple\.com$/,
}

const makerOf = (hostname: string): string | undefined =>
  Object.entries(SERVICES).find(([, host]) => host.test(hostname))?.[0]

const LONGEST_ENDPOINT = 1000

/** Whose service news of this address is handed to: its maker, whichever of their machines, or an origin. */
export function pushServiceOf(endpoint: string): string {
  if (!URL.canParse(endpoint)) return ''
  const { hostname, origin } = new URL(endpoint)
  return makerOf(hostname) ?? origin
}

/** Whether news may be handed over there: a known service by https, or an origin that the operator named. */
export function isPushService(endpoint: string, named: readonly string[]): boolean {
  if (endpoint.length > LONGEST_ENDPOINT || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (named.includes(origin)) return true
  return protocol === 'https:' && port === '' && makerOf(hostname) !== undefined
}

const bytesOf = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64url')
  // Decoding is forgiving; one key has one spelling.
  return bytes.toString('base64url') === text ? bytes : null
}

/** Whether `text` is a key that something can be sealed for: a point of P-256. */
export function isPhoneKey(text: string): boolean {
  const bytes = bytesOf(text)
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
export const isPhoneAuth = (text: string): boolean => bytesOf(text)?.length === 16

const PATIENCE_MS = 10_000

export type PushOptions = {
  readonly secret: string
  /** An https address or a mailto. */
  readonly subject: string
  /** Origins besides the known services. */
  readonly services: readonly string[]
  readonly patienceMs?: number
}

/** Hands news to push services; each may keep silent for `patienceMs`. */
export function openPush({ secret, subject, services, patienceMs = PATIENCE_MS }: PushOptions): Push {
  const keys = pushKeysOf(secret)
  const accepts = (endpoint: string): boolean => isPushService(endpoint, services)
  return {
    publicKey: keys.publicKey,
    accepts,
    send: async ({ phone, text, ttl, isUrgent, topic }) => {
      const { endpoint, p256dh, auth } = phone
      if (!accepts(endpoint)) throw new PhoneGone('This is no push service that is known here.')
      const { headers, body } = await sealed({ endpoint, keys: { p256dh, auth } }, text, {
        ...{ TTL: ttl, topic, urgency: isUrgent ? 'high' : 'normal' },
        vapidDetails: { subject, ...keys },
      })
      const answer = await fetch(endpoint, {
        ...{ method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) },
      })
      await answer.body?.cancel()
      judge(answer.status)
    },
  }
}

/** No start waits for the library, the first news does. */
export const openPushLibrary = () => import('web-push')

async function sealed(...asked: Parameters<typeof webPush.generateRequestDetails>) {
  const { default: library } = await openPushLibrary()
  try {
    const { headers, body } = library.generateRequestDetails(...asked)
    const named = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
    // The length is the client's to say.
    return {
      headers: Object.fromEntries(named.filter(([name]) => name !== 'Content-Length')),
      body: new Uint8Array(body ?? []),
    }
  } catch (fault) {
    throw new NewsRefused('This could not be sealed.', { cause: fault })
  }
}

function judge(status: number): void {
  if (status >= 200 && status < 300) return
  const said = `The push service answered with ${status}.`
  if (status === 404 || status === 410) throw new PhoneGone(said)
  if (status === 401 || status === 403) throw new KeyRefused(said)
  if (status === 400 || status === 413) throw new NewsRefused(said)
  throw new Error(said)
}

/** For tests of those who tell: keeps what was sent, in order, and has every https address for a service. */
export function pretendPush(): Push & { readonly sent: OutgoingNews[] } {
  const sent: OutgoingNews[] = []
  return {
    sent,
    publicKey: pushKeysOf('a pretend house').publicKey,
    accepts: endpoint => endpoint.startsWith('https://'),
    send: async news => {
      sent.push(news)
    },
  }
}
