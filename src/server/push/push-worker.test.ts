import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PhoneNews } from '#domain/push/message.ts'
import { asOnePiece } from '#server/db/unit-of-work.ts'
import { tellPhones } from '#server/features/push-subscriptions/store.ts'
import type { Rounds } from '#server/jobs/queue-worker.ts'
import { linkedTicket } from '../../../test/support/customer-fixtures.ts'
import { openPushService, type PushService, saidBy } from '../../../test/support/push-service.ts'
import { openWorld, type World } from '../../../test/support/test-app.ts'
import { nextTellingOf, openHerald } from './push-worker.ts'
import { openPush, type Push } from './web-push.ts'

const HOUR_MS = 60 * 60 * 1000
const SOON: PhoneNews = { about: 'message' }
const READY: PhoneNews = { about: 'finalize' }

let service: PushService
let world: World
let push: Push
let open: Rounds[]
let clock: Date
beforeAll(async () => {
  service = await openPushService()
  push = openPush({ secret: 'x', subject: 'mailto:a@b.example', services: [service.origin] })
  world = await openWorld({ push })
})
afterAll(async () => {
  await world.close()
  await service.close()
})
beforeEach(async () => {
  open = []
  service.mood.status = null
  // Where the world's own herald does not look.
  clock = new Date('2030-01-01T12:00:00Z')
  await world.database.deleteFrom('pushNote').execute()
})
afterEach(async () => {
  for (const herald of open) await herald.close()
})

const faults: string[] = []
function hire(by: Push = push): Rounds {
  const herald = openHerald({
    ...{ database: world.database, push: by, fingerprint: text => text, now: () => clock },
    log: sentence => faults.push(sentence),
  })
  open.push(herald)
  return herald
}

/** The number of a ticket whose customer is told on this phone. */
async function ticketWith(phone = service.phone()) {
  const { ticketId, token, client } = await linkedTicket(world)
  await client.follow.tellPhone({ token, ...saidBy(phone) })
  return { ticketId, phone }
}

/** The same, on a phone at another service. */
async function ticketAt({ phone: phoneThere }: PushService) {
  const ticket = await ticketWith()
  await world.database
    .updateTable('pushSubscription')
    .set({ endpoint: phoneThere().endpoint })
    .where('ticketId', '=', ticket.ticketId)
    .execute()
  return ticket
}

/** Leaves news in the queue, as a piece of work of Dana's does. */
function queue(ticketId: number, news: PhoneNews): Promise<void> {
  const { dana } = world.ids
  const actor = { kind: 'owner', id: dana, name: 'Dana Reyes', companyId: dana } as const
  const occasion = { actor, actorKey: dana, now: clock, timeZone: 'UTC' }
  const phones = { publicKey: '', accepts: () => true, wake: () => {} }
  return asOnePiece({ database: world.database, wake: () => {} }, occasion, 'command', work =>
    tellPhones(work, { phones }, { ticketId }, news),
  )
}

const waiting = () => world.database.selectFrom('pushNote').selectAll().orderBy('at').execute()
/** Waits, for ten seconds at most, until `is` holds. */
const until = (is: () => Promise<boolean> | boolean) => expect.poll(is, { timeout: 10_000 }).toBe(true)
const allTold = async () => (await waiting()).length === 0
const triedOnce = async () => (await waiting()).every(({ tries }) => tries === 1)
const heard = ({ phone }: Awaited<ReturnType<typeof ticketWith>>) =>
  service.told(phone).map(({ note }) => note.text)

describe('while a push service is down', () => {
  test('for an hour, news waits: it arrives once, and is news for so much less', async () => {
    const june = await ticketWith()
    service.mood.status = 503
    await queue(june.ticketId, READY)
    const herald = hire()
    const began = clock.getTime()
    const next = async () => (await waiting())[0]?.nextTry ?? clock
    while (clock.getTime() < began + HOUR_MS) {
      herald.wake()
      await until(async () => (await next()).getTime() > clock.getTime())
      clock = await next()
    }
    expect(heard(june)).toEqual([])
    service.mood.status = null
    herald.wake()
    await until(allTold)
    expect(heard(june)).toEqual(['Your RV is ready.'])
    const late = (clock.getTime() - began) / 1000
    expect(late).toBeGreaterThanOrEqual(60 * 60)
    expect(service.told(june.phone)[0]?.headers.ttl).toBe(String(24 * 60 * 60 - late))
  })

  test('for a day, what is no news any more is given up, and the operator was told', async () => {
    const june = await ticketWith()
    service.mood.status = 503
    faults.length = 0
    await queue(june.ticketId, READY)
    const herald = hire()
    await until(triedOnce)
    expect(faults).toEqual([
      expect.stringMatching(/^News .* could not be handed to a phone; it is tried again/),
    ])
    service.mood.status = null
    clock = new Date(clock.getTime() + 24 * HOUR_MS)
    herald.wake()
    await until(allTold)
    expect(heard(june)).toEqual([])
  })

  test('younger news takes the place of what has waited', async () => {
    const june = await ticketWith()
    service.mood.status = 503
    await queue(june.ticketId, SOON)
    const herald = hire()
    await until(triedOnce)
    clock = new Date(clock.getTime() + 5000)
    await queue(june.ticketId, READY)
    herald.wake()
    await until(async () => (await waiting()).length === 2 && triedOnce())
    service.mood.status = null
    clock = new Date(clock.getTime() + HOUR_MS)
    herald.wake()
    await until(allTold)
    expect(heard(june)).toEqual(['Your RV is ready.'])
  })

  test('another one’s phones are told', async () => {
    const elsewhere = await openPushService()
    const [june, other] = [await ticketAt(elsewhere), await ticketWith()]
    await elsewhere.close()
    await queue(june.ticketId, READY)
    await queue(other.ticketId, READY)
    hire(
      openPush({ secret: 'x', subject: 'mailto:a@b.example', services: [service.origin, elsewhere.origin] }),
    )
    await until(async () => (await waiting()).length === 1 && triedOnce())
    expect(heard(other)).toEqual(['Your RV is ready.'])
    expect((await waiting())[0]?.lastFault).toBe('fetch failed')
  })
})

describe('while a push service says nothing at all', () => {
  let silent: PushService
  beforeEach(async () => {
    silent = await openPushService()
    silent.mood.isSilent = true
  })
  afterEach(() => silent.close())
  const patient = () =>
    openPush({
      ...{ secret: 'x', subject: 'mailto:a@b.example', services: [service.origin, silent.origin] },
      patienceMs: 60_000,
    })

  test('another one’s phones are told, and it is asked for one thing at a time', async () => {
    const [june, second] = [await ticketAt(silent), await ticketAt(silent)]
    for (const { ticketId } of [june, second]) await queue(ticketId, READY)
    const herald = hire(patient())
    await until(() => silent.asked.length === 1)
    for (let told = 1; told <= 3; told += 1) {
      const other = await ticketWith()
      await queue(other.ticketId, READY)
      herald.wake()
      await until(() => heard(other).length === 1)
    }
    expect(silent.asked).toHaveLength(1)
    expect((await waiting()).map(({ tries }) => tries)).toEqual([0, 0])
  })

  test('the phone that it keeps waiting is told nothing younger before, by no other server either', async () => {
    const june = await ticketAt(silent)
    await queue(june.ticketId, SOON)
    hire(patient())
    await until(() => silent.asked.length === 1)
    clock = new Date(clock.getTime() + 5000)
    await queue(june.ticketId, READY)
    const [other, second] = [await ticketWith(), hire(patient())]
    await queue(other.ticketId, READY)
    second.wake()
    await until(() => heard(other).length === 1)
    expect(silent.asked).toHaveLength(1)
  })

  test('no connection to the database waits with it', async () => {
    const june = await ticketAt(silent)
    await queue(june.ticketId, READY)
    hire(patient())
    await until(() => silent.asked.length === 1)
    await until(async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where state like 'idle in transaction%' and datname = current_database()`.execute(world.database)
      return rows.length === 0
    })
    expect((await waiting()).map(({ tries }) => tries)).toEqual([0])
  })
})

describe('a service that does not know the house by its key', () => {
  const phones = (ticketId: number) =>
    world.database.selectFrom('pushSubscription').selectAll().where('ticketId', '=', ticketId).execute()

  test.each([401, 403])(
    'says %i: it is tried again for a day, and the operator is told once',
    async status => {
      const tickets = [await ticketWith(), await ticketWith()]
      for (const { ticketId } of tickets) await queue(ticketId, READY)
      faults.length = 0
      service.mood.status = status
      const herald = hire()
      await until(triedOnce)
      clock = new Date(clock.getTime() + HOUR_MS)
      service.mood.status = null
      herald.wake()
      await until(allTold)
      expect(tickets.map(heard)).toEqual(tickets.map(() => ['Your RV is ready.']))
      expect(faults).toEqual([
        `${service.origin} takes no news that this house signs; look at BASE_URL, MAIL_FROM and the clock.`,
      ])
    },
  )

  test('is not asked for a phone that asked under another: that one is forgotten', async () => {
    const june = await ticketWith()
    await queue(june.ticketId, READY)
    const before = service.asked.length
    hire(openPush({ secret: 'another', subject: 'mailto:a@b.example', services: [service.origin] }))
    await until(allTold)
    expect(service.asked).toHaveLength(before)
    expect(await phones(june.ticketId)).toEqual([])
  })

  test('loses a phone of which nobody knows under which it asked', async () => {
    const june = await ticketWith()
    await world.database
      .updateTable('pushSubscription')
      .set({ serverKey: null })
      .where('ticketId', '=', june.ticketId)
      .execute()
    await queue(june.ticketId, READY)
    service.mood.status = 403
    hire()
    await until(allTold)
    expect(await phones(june.ticketId)).toEqual([])
  })
})

describe('news', () => {
  test('that the service refuses for good is given up at once', async () => {
    const june = await ticketWith()
    service.mood.status = 413
    faults.length = 0
    await queue(june.ticketId, READY)
    hire()
    await until(allTold)
    expect(faults).toEqual([
      expect.stringMatching(/^News .* could not be handed to a phone and is given up\.$/),
    ])
  })

  test('is told by one of two servers, however many there are', async () => {
    const tickets = []
    for (let index = 0; index < 8; index += 1) tickets.push(await ticketWith())
    for (const { ticketId } of tickets) await queue(ticketId, READY)
    for (const herald of [hire(), hire()]) herald.wake()
    await until(allTold)
    expect(tickets.map(heard)).toEqual(tickets.map(() => ['Your RV is ready.']))
  })

  test('is told by another when its server died before the mark', async () => {
    const june = await ticketWith()
    let deaths = 0
    let bury = (_: Error): void => {}
    const dying: Push = {
      ...push,
      send: news => {
        deaths += 1
        return deaths > 1 ? push.send(news) : new Promise((_, reject) => (bury = reject))
      },
    }
    await queue(june.ticketId, READY)
    hire(dying)
    await until(() => deaths === 1)
    clock = new Date(clock.getTime() + 2 * 60_000)
    hire().wake()
    await until(allTold)
    expect(heard(june)).toEqual(['Your RV is ready.'])
    bury(new Error('It is gone.'))
  })
})

describe('what could not be told is tried again', () => {
  const at = new Date('2030-01-01T12:00:00Z')
  const later = (ms: number) => new Date(at.getTime() + ms)

  test.each([
    [0, 15_000],
    [1, 30_000],
    [5, 480_000],
    [60, HOUR_MS],
  ])('after %i tries in %i ms', (tries, ms) => expect(nextTellingOf({ at, tries }, at)).toEqual(later(ms)))

  test('for as long as it is news', () => {
    expect(nextTellingOf({ at, tries: 9 }, later(23 * HOUR_MS - 1))).not.toBeNull()
    expect(nextTellingOf({ at, tries: 9 }, later(23 * HOUR_MS))).toBeNull()
  })
})
