import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trustOf } from '#domain/reviews/review.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { answering, doneTicket, linkOf, reviewed } from '../../../../test/support/customer-fixtures.ts'
import { allDelivered, everyRow } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'
import { reviseBadges } from './recalculate-badges.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.now = new Date(START)
  await world.database.deleteFrom('review').execute()
  await world.database.updateTable('company').set({ trusted: false }).execute()
  await world.database
    .updateTable('directory')
    .set({ trusted: false, ratingCount: 0, ratingSum: 0 })
    .execute()
})

const workplace = () => ({ database: world.database, wake: () => {} })
const listed = (after?: string) =>
  world.as('visitor').reviews.list({ companyId: world.ids.dana, limit: 2, ...(after && { after }) })
const card = async () =>
  (await world.as('visitor').companies.list({})).companies.find(
    ({ companyUUID }) => companyUUID === world.ids.dana,
  )
const badge = async () => (await card())?.trusted

describe('a review is refused', () => {
  test('from whoever has not answered the question of the link', async () => {
    const { token } = await doneTicket(world)
    const before = await everyRow(world.database)
    for (const as of ['visitor', 'dana', 'ray'] as const) {
      const told = await refusalOf(world.as(as).reviews.write({ token, stars: 1, words: 'Bad.' }))
      expect(told.message).toMatch(/^Answer the question first/)
    }
    expect(await everyRow(world.database)).toBe(before)
  })

  test('before the ticket is done', async () => {
    const ticketId = await world.ticket()
    const token = await linkOf(world, ticketId)
    const { client } = await answering(world, token)
    expect(await client.reviews.byLink({ token })).toEqual({ review: null, mayReview: false })
    expect((await refusalOf(client.reviews.write({ token, stars: 5, words: 'Early.' }))).message).toBe(
      'The work is not done yet. You can review it once it is completed.',
    )
  })

  test('of a ticket that is not theirs', async () => {
    const [mine, theirs] = [await doneTicket(world), await doneTicket(world)]
    const { client } = await answering(world, mine.token)
    expect((await refusalOf(client.reviews.write({ token: theirs.token, stars: 1, words: 'x' }))).code).toBe(
      'REFUSED',
    )
  })

  test('a second time, also when two are sent at once', async () => {
    const { token } = await doneTicket(world)
    const { client } = await answering(world, token)
    const both = await Promise.allSettled(
      [5, 1].map(stars => client.reviews.write({ token, stars, words: 'Dry again.' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await refusalOf(client.reviews.write({ token, stars: 5, words: 'Again.' }))).message).toMatch(
      /^You reviewed this visit on .*\. One visit has one review\.$/,
    )
    expect((await listed()).reviews).toHaveLength(1)
  })

  test.each([0, 6, 2.5, Number.NaN])('with %d stars', async stars => {
    const { token } = await doneTicket(world)
    const { client } = await answering(world, token)
    expect((await refusalOf(client.reviews.write({ token, stars, words: 'x' }))).code).toBe('INVALID')
  })
})

describe('a review', () => {
  test('stands under the company and names nobody', async () => {
    const ticketId = await reviewed(world)
    const told = JSON.stringify(await listed())
    expect(JSON.parse(told)).toMatchObject({
      trust: { count: 1, average: 5, isTrusted: false },
      reviews: [{ stars: 5, rig: '2021 Jayco Jay Flight 264BH', answer: null }],
    })
    for (const private_ of ['June', 'Park', String(ticketId), '1UJBJ0BN8M17X0042'])
      expect(told).not.toContain(private_)
    const { entries } = await world.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({ verb: 'ticket.review', by: { name: 'June Park' } })
  })

  test('is read a page at a time, the newest first', async () => {
    for (const stars of [1, 2, 3]) {
      await reviewed(world, stars)
      world.now = new Date(world.now.getTime() + 1000)
    }
    const first = await listed()
    const second = await listed(first.next ?? '')
    expect([...first.reviews, ...second.reviews].map(({ stars }) => stars)).toEqual([3, 2, 1])
    expect(second.next).toBeNull()
  })

  test('is answered by the owner, and the newest answer stands', async () => {
    const ticketId = await reviewed(world)
    for (const words of ['Thank you.', 'Thank you, June!'])
      await world.as('dana').reviews.answer({ ticketId, words })
    expect((await listed()).reviews[0]?.answer).toEqual({ words: 'Thank you, June!', at: world.now })
    expect((await world.as('dana').reviews.own({})).reviews).toMatchObject([{ ticketId }])
  })

  test('of another company cannot be answered', async () => {
    const ticketId = await reviewed(world)
    expect((await refusalOf(world.as('ray').reviews.answer({ ticketId, words: 'Ha.' }))).code).toBe(
      'NOT_FOUND',
    )
    expect((await world.as('ray').reviews.own({})).reviews).toEqual([])
  })
})

describe('the rating on the card', () => {
  test('follows every review at once, and lapses as months pass', async () => {
    expect((await card())?.rating).toBeNull()
    await reviewed(world, 5)
    expect((await card())?.rating).toEqual({ average: 5, count: 1 })
    await reviewed(world, 4)
    expect((await card())?.rating).toEqual({ average: 4.5, count: 2 })
    const before = await everyRow(world.database)
    await reviseBadges(workplace(), world.now)
    expect(await everyRow(world.database)).toBe(before)
    await reviseBadges(workplace(), new Date(world.now.getTime() + 740 * DAY_MS))
    expect((await card())?.rating).toBeNull()
  })

  test('stays when the company changes what else its card says', async () => {
    await reviewed(world, 3)
    await world.as('dana').companies.change({ companyPhone: '5550142' })
    expect(await card()).toMatchObject({ rating: { average: 3, count: 1 }, companyPhone: '5550142' })
  })
})

describe('a review that a founder removes', () => {
  const remove = (ticketId: number, reason = 'It names a person.') =>
    world.as('maya').founders.removeReview({ companyUUID: world.ids.dana, ticketId, reason })

  test.each(['dana', 'walt', 'rosa', 'ray', 'june'] as const)('cannot be removed by %s', async person => {
    const act = { companyUUID: world.ids.dana, ticketId: await reviewed(world), reason: 'x' }
    const before = await everyRow(world.database)
    for (const verb of ['removeReview', 'restoreReview'] as const)
      expect((await refusalOf(world.as(person).founders[verb](act))).code).toBe('FORBIDDEN')
    expect(await everyRow(world.database)).toBe(before)
  })

  test('is one that there is, of that company, and needs a reason', async () => {
    const ticketId = await reviewed(world)
    const elsewhere = { companyUUID: world.ids.ray, ticketId, reason: 'x' }
    expect((await refusalOf(world.as('maya').founders.removeReview(elsewhere))).code).toBe('NOT_FOUND')
    expect((await refusalOf(remove(await world.ticket()))).code).toBe('NOT_FOUND')
    expect(await refusalOf(remove(ticketId, ''))).toMatchObject({ fields: { reason: 'Fill this in.' } })
  })

  test('is neither shown nor counted, and its owner reads why; restored, it stands as it was', async () => {
    const ticketId = await reviewed(world)
    const before = await listed()
    await remove(ticketId)
    expect(await listed()).toMatchObject({ trust: { count: 0 }, reviews: [] })
    const own = async () => (await world.as('dana').reviews.own({})).reviews
    const removed = { at: world.now, because: 'It names a person.' }
    expect(await own()).toMatchObject([{ ticketId, removed }])
    expect((await refusalOf(world.as('dana').reviews.answer({ ticketId, words: 'x' }))).code).toBe(
      'NOT_FOUND',
    )
    const { reviews } = await world.as('maya').founders.reviews({ companyUUID: world.ids.dana })
    expect(reviews).toMatchObject([{ ticketId, removed: { ...removed, by: 'Maya Lindqvist' } }])
    const { entries } = await world.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({
      verb: 'ticket.remove-review',
      detail: { reason: 'It names a person.' },
    })
    const act = { companyUUID: world.ids.dana, ticketId, reason: 'It names nobody after all.' }
    await world.as('maya').founders.restoreReview(act)
    expect(await listed()).toEqual(before)
    expect(await own()).toMatchObject([{ ticketId, removed: null }])
  })

  test('is written to whom it is of, with the reason, and so is its restoration; a refusal writes nothing', async () => {
    const ticketId = await reviewed(world)
    const { email } = june.customerDetails
    const toJune = async () => {
      await allDelivered(world.database)
      return world.letters.filter(({ recipient }) => recipient === email)
    }
    const before = (await toJune()).length
    await remove(ticketId, 'It names\n\na person')
    expect((await refusalOf(remove(ticketId))).code).toBe('REFUSED')
    const act = { companyUUID: world.ids.dana, ticketId, reason: 'It names nobody after all.' }
    await world.as('maya').founders.restoreReview(act)
    expect((await refusalOf(world.as('maya').founders.restoreReview(act))).code).toBe('REFUSED')
    const [removed, restored, ...more] = (await toJune()).slice(before)
    expect(more).toEqual([])
    expect(removed?.subject).toBe('Your review of Bluebonnet RV was removed')
    expect(removed?.text).toContain('at Bluebonnet RV: It names a person.')
    expect(restored?.subject).toBe('Your review of Bluebonnet RV is shown again')
    expect(restored?.text).toContain('at Bluebonnet RV: It names nobody after all.')
    for (const letter of [removed, restored]) expect(letter?.text).not.toContain('Maya')
  })

  test('takes Trusted with it at once, and brings it back', async () => {
    const tickets: number[] = []
    while (tickets.length < 10) tickets.push(await reviewed(world))
    expect(await badge()).toBe(true)
    const ticketId = tickets[4] ?? 0
    await remove(ticketId)
    expect(await badge()).toBe(false)
    await world.as('maya').founders.restoreReview({ companyUUID: world.ids.dana, ticketId, reason: 'x' })
    expect(await badge()).toBe(true)
  })
})

describe('Trusted', () => {
  const past = (count: number, stars: number, writtenAt: Date, removedAt: Date | null = null) =>
    Array.from({ length: count }, () => ({ stars, writtenAt, removedAt }))

  /** As if tickets of long ago had them. */
  async function keep(reviews: readonly { stars: number; writtenAt: Date; removedAt: Date | null }[]) {
    const tickets: number[] = []
    while (tickets.length < reviews.length) tickets.push(await world.ticket())
    const rows = reviews.map((review, index) => ({
      ...{ companyId: world.ids.dana, ticketId: tickets[index] ?? 0, ...review, words: 'x', rig: 'RV' },
      ...{ answer: null, answeredAt: null, answeredByName: null },
      ...{ removedByName: null, removedBecause: null },
    }))
    if (rows.length > 0) await world.database.insertInto('review').values(rows).execute()
  }

  test('comes with the tenth good review, on the public card at once', async () => {
    await keep(past(9, 5, world.now))
    await reviseBadges(workplace(), world.now)
    expect(await badge()).toBe(false)
    await reviewed(world)
    expect(await badge()).toBe(true)
    expect((await listed()).trust).toEqual({ count: 10, average: 5, isTrusted: true })
    const deeds = await world.as('dana').trail.deeds({})
    expect(JSON.stringify(deeds)).toContain('company.earn-trusted')
  })

  test('goes with a bad one that tips it', async () => {
    await keep([...past(5, 5, world.now), ...past(5, 4, world.now)])
    await reviseBadges(workplace(), world.now)
    expect(await badge()).toBe(true)
    await reviewed(world, 1)
    expect(await badge()).toBe(false)
  })

  test('counts two reviews that come at once', async () => {
    await keep(past(8, 5, world.now))
    const done = [await doneTicket(world), await doneTicket(world)]
    const browsers = await Promise.all(done.map(({ token }) => answering(world, token)))
    await Promise.all(
      done.map(({ token }, index) =>
        browsers[index]?.client.reviews.write({ token, stars: 5, words: 'Dry.' }),
      ),
    )
    expect(await badge()).toBe(true)
  })

  test('is what its reviews come to after each that a founder removes or restores, in any order', async () => {
    const companyUUID = world.ids.dana
    const step = fc.record({ which: fc.nat(), isRemoved: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(5, 5, 5, 5, 4, 1), { minLength: 9, maxLength: 13 }),
        fc.array(step, { minLength: 4, maxLength: 10 }),
        async (stars, steps) => {
          await world.database.deleteFrom('review').execute()
          await keep(stars.flatMap(each => past(1, each, world.now)))
          await reviseBadges(workplace(), world.now)
          const rows = () => world.database.selectFrom('review').selectAll().orderBy('ticketId').execute()
          for (const { which, isRemoved } of steps) {
            const all = await rows()
            const { ticketId = 0, removedAt } = all[which % all.length] ?? {}
            const { removeReview, restoreReview } = world.as('maya').founders
            const act = (isRemoved ? removeReview : restoreReview)({ companyUUID, ticketId, reason: 'x' })
            // What is so already is refused, and leaves the badge alone.
            if ((removedAt !== null) === isRemoved) expect((await refusalOf(act)).code).toBe('REFUSED')
            else await act
            expect(await badge()).toBe(trustOf(await rows(), world.now).isTrusted)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  test('is what its reviews come to, whatever was written and removed, and however many months pass', async () => {
    const review = fc.record({
      stars: fc.constantFrom(5, 5, 5, 4, 4, 3, 1),
      day: fc.integer({ min: -900, max: 0 }),
      isRemoved: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(review, { minLength: 8, maxLength: 16 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 3 }),
        async (written, steps) => {
          await world.database.deleteFrom('review').execute()
          const at = (day: number) => new Date(new Date(START).getTime() + day * DAY_MS)
          const all = written.map(({ stars, day, isRemoved }) => ({
            ...{ stars, writtenAt: at(day), removedAt: isRemoved && stars < 5 ? at(0) : null },
          }))
          await keep(all)
          let today = 0
          for (const step of steps) {
            today += step
            await reviseBadges(workplace(), at(today))
            const { count, average, isTrusted } = trustOf(all, at(today))
            expect(await badge()).toBe(isTrusted)
            expect((await card())?.rating ?? null).toEqual(average === null ? null : { average, count })
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})
