import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushMessage } from '#domain/push/push-message.ts'
import { runInTransaction } from '#server/db/unit-of-work.ts'
import { linkPath } from '#server/features/customer-links/token.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import type { QueueWorker } from '#server/jobs/queue-worker.ts'
import { createLinkedTicket } from '../../../test/support/customer-fixtures.ts'
import { type PushService, startPushService, subscriptionOf } from '../../../test/support/push-service.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { nextAttemptAt, startPushWorker } from './push-worker.ts'
import { createPushTransport, type PushTransport } from './web-push.ts'

const HOUR_MS = 60 * 60 * 1000
const SOON: PushMessage = { about: 'message' }
const READY: PushMessage = { about: 'finalize' }

let service: PushService
let app: TestApp
let pushTransport: PushTransport
let open: QueueWorker[]
let clock: Date
beforeAll(async () => {
  service = await startPushService()
  pushTransport = createPushTransport({
    secret: 'x',
    subject: 'mailto:a@b.example',
    services: [service.origin],
  })
  app = await createTestApp({ pushTransport })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  open = []
  service.behavior.status = null
  // A time that the test app's push worker does not reach.
  clock = new Date('2030-01-01T12:00:00Z')
  await app.database.deleteFrom('pushOutbox').execute()
})
afterEach(async () => {
  for (const pushWorker of open) await pushWorker.close()
})

const errors: string[] = []
function startWorkerWith(by: PushTransport = pushTransport): QueueWorker {
  const pushWorker = startPushWorker({
    database: app.database,
    push: by,
    linkPath: key => linkPath(text => text, key),
    now: () => clock,
    log: sentence => errors.push(sentence),
  })
  open.push(pushWorker)
  return pushWorker
}

/** The number of a ticket whose customer gets notifications on this phone. */
async function ticketWith(phone = service.phone()) {
  const { ticketId, token, client } = await createLinkedTicket(app)
  await client.customerView.subscribePush({ token, ...subscriptionOf(phone) })
  return { ticketId, phone }
}

/** The same, on a phone of another service. */
async function ticketAt({ phone: phoneThere }: PushService) {
  const ticket = await ticketWith()
  await app.database
    .updateTable('pushSubscription')
    .set({ endpoint: phoneThere().endpoint })
    .where('ticketId', '=', ticket.ticketId)
    .execute()
  return ticket
}

/** Queues a push message, like a unit of work of Dana's. */
function queue(ticketId: number, message: PushMessage): Promise<void> {
  const { dana } = app.ids
  const actor = { kind: 'owner', id: dana, name: 'Dana Reyes', companyId: dana } as const
  const execution = { actor, actorKey: dana, now: clock, timeZone: 'UTC' }
  const pushContext = { publicKey: '', accepts: () => true, wake: () => {} }
  return runInTransaction({ database: app.database, publish: () => {} }, execution, 'command', work =>
    enqueuePush(work, { pushContext }, { ticketId }, message),
  )
}

const queuedPushes = () => app.database.selectFrom('pushOutbox').selectAll().orderBy('at').execute()
/** Waits for up to ten seconds until `is` returns true. */
const until = (is: () => Promise<boolean> | boolean) => expect.poll(is).toBe(true)
const waitUntilSent = async () => (await queuedPushes()).length === 0
const waitForFirstAttempt = async () => (await queuedPushes()).every(({ attempts }) => attempts === 1)
const payloadFor = ({ phone }: Awaited<ReturnType<typeof ticketWith>>) =>
  service.pushesTo(phone).map(({ payload }) => payload.text)

describe('while a push service is down', () => {
  test('for an hour, messages wait: each arrives once, with less time to live', async () => {
    const june = await ticketWith()
    service.behavior.status = 503
    await queue(june.ticketId, READY)
    const pushWorker = startWorkerWith()
    const began = clock.getTime()
    const next = async () => (await queuedPushes())[0]?.nextAttemptAt ?? clock
    while (clock.getTime() < began + HOUR_MS) {
      pushWorker.wake()
      await until(async () => (await next()).getTime() > clock.getTime())
      clock = await next()
    }
    expect(payloadFor(june)).toEqual([])
    service.behavior.status = null
    pushWorker.wake()
    await until(waitUntilSent)
    expect(payloadFor(june)).toEqual(['Your RV is ready.'])
    const late = (clock.getTime() - began) / 1000
    expect(late).toBeGreaterThanOrEqual(60 * 60)
    expect(service.pushesTo(june.phone)[0]?.headers.ttl).toBe(String(24 * 60 * 60 - late))
  })

  test('for a day, old messages are dropped and logged', async () => {
    const june = await ticketWith()
    service.behavior.status = 503
    errors.length = 0
    await queue(june.ticketId, READY)
    const pushWorker = startWorkerWith()
    await until(waitForFirstAttempt)
    expect(errors).toEqual([expect.stringMatching(/^Notification .* could not be delivered; will retry/)])
    service.behavior.status = null
    clock = new Date(clock.getTime() + 24 * HOUR_MS)
    pushWorker.wake()
    await until(waitUntilSent)
    expect(payloadFor(june)).toEqual([])
  })

  test('a newer message replaces a waiting one', async () => {
    const june = await ticketWith()
    service.behavior.status = 503
    await queue(june.ticketId, SOON)
    const pushWorker = startWorkerWith()
    await until(waitForFirstAttempt)
    clock = new Date(clock.getTime() + 5000)
    await queue(june.ticketId, READY)
    pushWorker.wake()
    await until(async () => (await queuedPushes()).length === 2 && waitForFirstAttempt())
    service.behavior.status = null
    clock = new Date(clock.getTime() + HOUR_MS)
    pushWorker.wake()
    await until(waitUntilSent)
    expect(payloadFor(june)).toEqual(['Your RV is ready.'])
  })

  test('phones of other services get their messages', async () => {
    const elsewhere = await startPushService()
    const [june, other] = [await ticketAt(elsewhere), await ticketWith()]
    await elsewhere.close()
    await queue(june.ticketId, READY)
    await queue(other.ticketId, READY)
    startWorkerWith(
      createPushTransport({
        secret: 'x',
        subject: 'mailto:a@b.example',
        services: [service.origin, elsewhere.origin],
      }),
    )
    await until(async () => (await queuedPushes()).length === 1 && waitForFirstAttempt())
    expect(payloadFor(other)).toEqual(['Your RV is ready.'])
    expect((await queuedPushes())[0]?.lastError).toBe('fetch failed')
  })
})

describe('while a push service does not respond', () => {
  let silent: PushService
  beforeEach(async () => {
    silent = await startPushService()
    silent.behavior.isSilent = true
  })
  afterEach(() => silent.close())
  const patient = () =>
    createPushTransport({
      secret: 'x',
      subject: 'mailto:a@b.example',
      services: [service.origin, silent.origin],
      timeoutMs: 60_000,
    })

  test('phones of other services get their messages, and it has one request at a time', async () => {
    const [june, second] = [await ticketAt(silent), await ticketAt(silent)]
    for (const { ticketId } of [june, second]) await queue(ticketId, READY)
    const pushWorker = startWorkerWith(patient())
    await until(() => silent.asked.length === 1)
    for (let sent = 1; sent <= 3; sent += 1) {
      const other = await ticketWith()
      await queue(other.ticketId, READY)
      pushWorker.wake()
      await until(() => payloadFor(other).length === 1)
    }
    expect(silent.asked).toHaveLength(1)
    await expect.poll(async () => (await queuedPushes()).map(({ attempts }) => attempts)).toEqual([0, 0])
  })

  test('its phone gets nothing newer before, from any server', async () => {
    const june = await ticketAt(silent)
    await queue(june.ticketId, SOON)
    startWorkerWith(patient())
    await until(() => silent.asked.length === 1)
    clock = new Date(clock.getTime() + 5000)
    await queue(june.ticketId, READY)
    const [other, second] = [await ticketWith(), startWorkerWith(patient())]
    await queue(other.ticketId, READY)
    second.wake()
    await until(() => payloadFor(other).length === 1)
    expect(silent.asked).toHaveLength(1)
  })

  test('no database connection waits for it', async () => {
    const june = await ticketAt(silent)
    await queue(june.ticketId, READY)
    startWorkerWith(patient())
    await until(() => silent.asked.length === 1)
    await until(async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where state like 'idle in transaction%' and datname = current_database()`.execute(app.database)
      return rows.length === 0
    })
    expect((await queuedPushes()).map(({ attempts }) => attempts)).toEqual([0])
  })
})

describe("a service that rejects the server's key", () => {
  const phones = (ticketId: number) =>
    app.database.selectFrom('pushSubscription').selectAll().where('ticketId', '=', ticketId).execute()

  test.each([401, 403])('with %i is retried for a day, and logged once', async status => {
    const tickets = [await ticketWith(), await ticketWith()]
    for (const { ticketId } of tickets) await queue(ticketId, READY)
    errors.length = 0
    service.behavior.status = status
    const pushWorker = startWorkerWith()
    await until(waitForFirstAttempt)
    clock = new Date(clock.getTime() + HOUR_MS)
    service.behavior.status = null
    pushWorker.wake()
    await until(waitUntilSent)
    expect(tickets.map(payloadFor)).toEqual(tickets.map(() => ['Your RV is ready.']))
    expect(errors).toEqual([
      `${service.origin} rejects our VAPID signature; check BASE_URL, MAIL_FROM and the system clock.`,
    ])
  })

  test('is not called for a phone that subscribed with another key, which is deleted', async () => {
    const june = await ticketWith()
    await queue(june.ticketId, READY)
    const before = service.asked.length
    startWorkerWith(
      createPushTransport({ secret: 'another', subject: 'mailto:a@b.example', services: [service.origin] }),
    )
    await until(waitUntilSent)
    expect(service.asked).toHaveLength(before)
    expect(await phones(june.ticketId)).toEqual([])
  })

  test('loses a phone whose key is unknown', async () => {
    const june = await ticketWith()
    await app.database
      .updateTable('pushSubscription')
      .set({ serverKey: null })
      .where('ticketId', '=', june.ticketId)
      .execute()
    await queue(june.ticketId, READY)
    service.behavior.status = 403
    startWorkerWith()
    await until(waitUntilSent)
    expect(await phones(june.ticketId)).toEqual([])
  })
})

describe('a push message', () => {
  test('that the service refuses permanently is dropped at once', async () => {
    const june = await ticketWith()
    service.behavior.status = 413
    errors.length = 0
    await queue(june.ticketId, READY)
    startWorkerWith()
    await until(waitUntilSent)
    expect(errors).toEqual([expect.stringMatching(/^Notification .* could not be delivered; giving up\.$/)])
  })

  test('is sent by one of two servers, whatever their number', async () => {
    const tickets = []
    for (let index = 0; index < 8; index += 1) tickets.push(await ticketWith())
    for (const { ticketId } of tickets) await queue(ticketId, READY)
    for (const pushWorker of [startWorkerWith(), startWorkerWith()]) pushWorker.wake()
    await until(waitUntilSent)
    expect(tickets.map(payloadFor)).toEqual(tickets.map(() => ['Your RV is ready.']))
  })

  test('is sent by another server if its server died before marking it', async () => {
    const june = await ticketWith()
    let deaths = 0
    let failSend = (_: Error): void => {}
    const dying: PushTransport = {
      ...pushTransport,
      send: message => {
        deaths += 1
        return deaths > 1 ? pushTransport.send(message) : new Promise((_, reject) => (failSend = reject))
      },
    }
    await queue(june.ticketId, READY)
    startWorkerWith(dying)
    await until(() => deaths === 1)
    clock = new Date(clock.getTime() + 2 * 60_000)
    startWorkerWith().wake()
    await until(waitUntilSent)
    expect(payloadFor(june)).toEqual(['Your RV is ready.'])
    failSend(new Error('It is gone.'))
  })
})

describe('a failed push message is retried', () => {
  const at = new Date('2030-01-01T12:00:00Z')
  const later = (ms: number) => new Date(at.getTime() + ms)

  test.each([
    [0, 15_000],
    [1, 30_000],
    [5, 480_000],
    [60, HOUR_MS],
  ])('after %i tries in %i ms', (attempts, ms) =>
    expect(nextAttemptAt({ at, attempts }, at)).toEqual(later(ms)),
  )

  test('until it expires', () => {
    expect(nextAttemptAt({ at, attempts: 9 }, later(23 * HOUR_MS - 1))).not.toBeNull()
    expect(nextAttemptAt({ at, attempts: 9 }, later(23 * HOUR_MS))).toBeNull()
  })
})
