import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestBrowser, type PushService, startPushService } from '../../../test/support/push-service.ts'
import {
  createPushTransport,
  isPushService,
  isSubscriptionAuth,
  isSubscriptionKey,
  PushKeyRejectedError,
  PushRejectedError,
  pushKeysOf,
  pushServiceOf,
  pushSubject,
  SubscriptionGoneError,
} from './web-push.ts'

const SECRET = 'a secret that all servers of a house have'

test('all hosts of one vendor are one service, and each origin in PUSH_SERVICES is one', () => {
  expect(pushServiceOf('https://wns2-by3p.notify.windows.com/w/?token=1')).toBe('notify.windows.com')
  expect(pushServiceOf('https://wns2-am3p.notify.windows.com/w/?token=2')).toBe('notify.windows.com')
  expect(pushServiceOf('https://push.example:8443/a')).toBe('https://push.example:8443')
})

describe('the VAPID keys of a server', () => {
  test('are the same for the same secret, and differ for another', () => {
    expect(pushKeysOf(SECRET)).toEqual(pushKeysOf(SECRET))
    expect(pushKeysOf(SECRET)).not.toEqual(pushKeysOf(`${SECRET}.`))
    // Existing subscriptions stay valid: a changed derivation would break every one.
    expect(pushKeysOf(SECRET).publicKey).toMatchInlineSnapshot(
      `"BIKMxM6glhGQI24U-gueA4eUB_qMNOyX_eFZ_GCVvdaNPim4Xw0QO-TsOyaS4sB6WPCyCuNiAQ6xUskWAKa9fUg"`,
    )
  })

  test.each(Array.from({ length: 20 }, (_, index) => `secret ${index}`))('are a pair: %s', secret => {
    const { publicKey, privateKey } = pushKeysOf(secret)
    expect(Buffer.from(privateKey, 'base64url')).toHaveLength(32)
    expect(isSubscriptionKey(publicKey)).toBe(true)
    const [one, other] = [createECDH('prime256v1'), createECDH('prime256v1')]
    one.setPrivateKey(privateKey, 'base64url')
    other.generateKeys()
    expect(one.computeSecret(other.getPublicKey())).toEqual(other.computeSecret(publicKey, 'base64url'))
  })

  test('include a contact address', () => {
    expect(pushSubject('https://shop.example', 'Shop <desk@shop.example>')).toBe('https://shop.example')
    expect(pushSubject(undefined, 'Shop <desk@shop.example>')).toBe('mailto:desk@shop.example')
    expect(pushSubject('http://localhost:3000', 'desk@shop.example')).toBe('mailto:desk@shop.example')
  })
})

describe('a push address', () => {
  test.each([
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/fcm/send/x',
    'https://user@fcm.googleapis.com/fcm/send/x',
    'https://user:word@named.example/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evilfcm.googleapis.com/x',
    'https://notify.windows.com.evil.example/x',
    'https://evilpush.apple.com/x',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'http://named.example/x',
    'https://named.example:444/x',
    'file:///etc/passwd',
    'fcm.googleapis.com/x',
    '',
    `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  ])('%s is no push service', endpoint => {
    expect(isPushService(endpoint, ['https://named.example'])).toBe(false)
  })

  test.each([
    'https://fcm.googleapis.com/fcm/send/c7Wb:APA91b',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://wns2-by3p.notify.windows.com/w/?token=BQYAAA',
    'https://web.push.apple.com/QGuQyavXutnMH',
    'https://named.example/x',
  ])('%s is one', endpoint => {
    expect(isPushService(endpoint, ['https://named.example'])).toBe(true)
  })
})

describe('a subscription key', () => {
  const { p256dh, auth } = createTestBrowser('https://named.example')
  test('is a point of the curve and sixteen bytes', () => {
    expect([isSubscriptionKey(p256dh), isSubscriptionAuth(auth)]).toEqual([true, true])
  })

  const offCurve = Buffer.from(p256dh, 'base64url')
  offCurve.writeUInt8(offCurve.readUInt8(64) ^ 1, 64)
  test.each([
    ['nothing', ''],
    ['a point that is not on the curve', offCurve.toString('base64url')],
    ['one byte less', Buffer.from(p256dh, 'base64url').toString('base64url', 0, 64)],
    ['a compressed point', Buffer.concat([Buffer.from([2]), Buffer.alloc(32, 1)]).toString('base64url')],
    ['base64 that is not for addresses', `${p256dh}=`],
    ['other signs', 'ü'.repeat(87)],
  ])('is invalid when it is %s', (_, text) => expect(isSubscriptionKey(text)).toBe(false))

  test.each(['', 'AAAA', `${auth}AA`, `${auth}==`])('is an invalid secret when it is %j', text =>
    expect(isSubscriptionAuth(text)).toBe(false),
  )
})

describe('sending a push message', () => {
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())

  const push = (timeoutMs?: number) =>
    createPushTransport({
      secret: SECRET,
      subject: 'https://shop.example',
      services: [service.origin],
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
  const note = { title: 'Bluebonnet RV', text: 'Your RV is ready. 🚐', url: '/follow/x', tag: 'topic' }
  const message = { text: JSON.stringify(note), ttl: 3600, isUrgent: true, topic: 'topic' }

  test('encrypts it for that phone, signed by the server, with its time to live', async () => {
    const subscription = service.phone()
    await push().send({ subscription, ...message })
    const [received] = service.pushesTo(subscription)
    expect(received?.payload).toEqual(note)
    expect(received?.headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      topic: 'topic',
      'content-encoding': 'aes128gcm',
    })
    expect(received?.headers.authorization).toContain(`k=${pushKeysOf(SECRET).publicKey}`)
    expect(received?.claims).toMatchObject({ aud: service.origin, sub: 'https://shop.example' })
    const hours = ((received?.claims.exp ?? 0) - Date.now() / 1000) / 3600
    expect(hours).toBeGreaterThan(1)
    expect(hours).toBeLessThan(24)
  })

  test('to an expired subscription says so', async () => {
    const subscription = service.phone()
    service.leave(subscription)
    await expect(push().send({ subscription, ...message })).rejects.toThrow(SubscriptionGoneError)
    await expect(
      push().send({ subscription: createTestBrowser(service.origin), ...message }),
    ).rejects.toThrow(SubscriptionGoneError)
  })

  test.each([
    [401, PushKeyRejectedError],
    [403, PushKeyRejectedError],
    [400, PushRejectedError],
    [413, PushRejectedError],
    [302, Error],
    [429, Error],
    [503, Error],
  ])('with the response %i is %o', async (status, kind) => {
    const subscription = service.phone()
    service.behavior.status = status
    const error = await push()
      .send({ subscription, ...message })
      .catch(each => each)
      .finally(() => {
        service.behavior.status = null
      })
    expect(error).toBeInstanceOf(kind)
    expect(error.name).toBe(kind.name)
    expect(service.pushesTo(subscription)).toEqual([])
  })

  test('to an address of no push service makes no request', async () => {
    const unknownService = await startPushService()
    const subscription = unknownService.phone()
    await expect(push().send({ subscription, ...message })).rejects.toThrow('Not a known push service.')
    expect(unknownService.asked).toEqual([])
    await unknownService.close()
  })
})
