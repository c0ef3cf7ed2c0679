// A local push service with phones: it records requests, and verifies and decrypts them as the browser would (RFC
// 8030, 8188, 8291, 8292).

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushSubscription } from '#server/push/web-push.ts'

type PushPayload = {
  readonly title: string
  readonly text: string
  readonly url: string
  readonly tag: string
}

type ReceivedPush = {
  readonly headers: IncomingHttpHeaders
  /** The claims of the server's signature, once verified. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
  readonly payload: PushPayload
}

type TestBrowser = PushSubscription & { readonly open: (body: Buffer) => PushPayload }

/** The claims of an `Authorization: vapid`; throws if the signature does not match its key. */
function claimsOf(authorization = ''): ReceivedPush['claims'] {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('The signature is not of this key.')
  return JSON.parse(Buffer.from(body, 'base64url').toString())
}

const derived = (secret: Uint8Array, salt: Uint8Array, about: Uint8Array | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, about, length))

function decrypt(body: Buffer, pair: ECDH, auth: Buffer): PushPayload {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = derived(pair.computeSecret(sender), auth, about, 32)
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  // The last record ends with a 2 and optional zero padding.
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

/** A browser's keys, with an address at `origin`. */
export function createTestBrowser(origin: string): TestBrowser {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16)
  return {
    endpoint: `${origin}/phone/${randomBytes(9).toString('base64url')}`,
    p256dh,
    auth: auth.toString('base64url'),
    open: body => decrypt(body, pair, auth),
  }
}

/** What a phone sends to subscribe. */
export const subscriptionOf = ({ endpoint, p256dh, auth }: PushSubscription): PushSubscription => ({
  endpoint,
  p256dh,
  auth,
})

export async function startPushService(port = 0) {
  const browsers = new Map<string, TestBrowser>()
  const expired = new Set<string>()
  const requestsTo: string[] = []
  const received = new Map<string, ReceivedPush[]>()
  const errors: unknown[] = []
  /** Its response instead, such as 503; silent, it does not respond. */
  const behavior: { status: number | null; isSilent: boolean } = { status: null, isSilent: false }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    requestsTo.push(path)
    if (behavior.isSilent) return
    const phone = browsers.get(path)
    if (behavior.status !== null || phone === undefined || expired.has(path)) {
      response.writeHead(behavior.status ?? (phone === undefined ? 404 : 410)).end('no')
      return
    }
    try {
      const { headers } = request
      const payload = phone.open(Buffer.concat(chunks))
      received.set(path, [
        ...(received.get(path) ?? []),
        { headers, claims: claimsOf(headers.authorization), payload },
      ])
      response.writeHead(201).end()
    } catch (error) {
      errors.push(error)
      response.writeHead(400).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${address.port}`
  const pathOf = (phone: PushSubscription): string => new URL(phone.endpoint).pathname
  return {
    origin,
    port: address.port,
    asked: requestsTo,
    errors,
    behavior,
    /** A phone of this service. */
    phone: (): TestBrowser => {
      const phone = createTestBrowser(origin)
      browsers.set(pathOf(phone), phone)
      return phone
    },
    know: (phone: TestBrowser) => browsers.set(pathOf(phone), phone),
    /** The browser has unsubscribed. */
    leave: (phone: PushSubscription) => expired.add(pathOf(phone)),
    pushesTo: (phone: PushSubscription): readonly ReceivedPush[] => received.get(pathOf(phone)) ?? [],
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>
