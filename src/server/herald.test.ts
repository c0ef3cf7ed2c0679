import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PhoneNews } from '#domain/phone-news.ts'
import { linkedTicket } from '../../test/customers.ts'
import { openPushService, type PushService, saidBy } from '../../test/push-service.ts'
import { openWorld, type World } from '../../test/world.ts'
import { nextTellingOf, openHerald } from './herald.ts'
import { openPush, type Push } from './outside/push.ts'
import { tellPhones } from './phones/store.ts'
import type { Rounds } from './rounds.ts'
import { asOnePiece } from './work.ts'

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
    const phone = elsewhere.phone()
    const [june, other] = [await ticketWith(), await ticketWith()]
    await world.database
      .updateTable('pushSubscription')
      .set({ endpoint: phone.endpoint })
      .where('ticketId', '=', june.ticketId)
      .execute()
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
    const dying: Push = {
      ...push,
      send: async news => {
        deaths += 1
        if (deaths > 1) return push.send(news)
        // The connection that holds the lock goes, as it does with a killed process.
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where state = 'idle in transaction' and datname = current_database()`.execute(world.database)
      },
    }
    await queue(june.ticketId, READY)
    const herald = hire(dying)
    await until(() => deaths === 1)
    await until(async () => {
      herald.wake()
      return allTold()
    })
    expect(heard(june)).toEqual(['Your RV is ready.'])
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
