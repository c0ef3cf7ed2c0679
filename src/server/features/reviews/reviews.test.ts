import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Review, trustOf } from '#domain/reviews/review.ts'
import { june } from '#server/seed/demo-accounts.ts'
import {
  createCompletedTicket,
  createLinkFor,
  createReview,
  customerOfLink,
} from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { recalculateRatingsAndBadges } from './recalculate-ratings-and-badges.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ trustedProxies: [{ address: '127.0.0.1', prefix: 32 }] })
})
afterAll(() => app.close())
beforeEach(async () => {
  // An email with a PDF takes a moment, and is not due before its time.
  await waitUntilDelivered(app.database)
  app.now = new Date(START)
  await app.database.deleteFrom('review').execute()
  await app.database.updateTable('company').set({ trusted: false }).execute()
  await app.database.updateTable('directory').set({ trusted: false, ratingCount: 0, ratingSum: 0 }).execute()
})

const unitOfWorkServices = () => ({ database: app.database, publish: () => {} })
const listed = (after?: string) =>
  app.as('visitor').reviews.list({ companyId: app.ids.dana, limit: 2, ...(after && { after }) })
const card = async () =>
  (await app.as('visitor').companies.list({})).companies.find(
    ({ companyUUID }) => companyUUID === app.ids.dana,
  )
const badge = async () => (await card())?.trusted

describe('a review is refused', () => {
  test("before the link's question is answered", async () => {
    const { token } = await createCompletedTicket(app)
    const before = await dumpDatabase(app.database)
    for (const as of ['visitor', 'dana', 'ray'] as const) {
      const error = await errorOf(app.as(as).reviews.create({ token, stars: 1, words: 'Bad.' }))
      expect(error.message).toMatch(/^Answer the question first/)
    }
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('before the ticket is completed', async () => {
    const ticketId = await app.createTicket()
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token)
    expect(await client.reviews.getByLink({ token })).toEqual({ review: null, mayReview: false })
    expect((await errorOf(client.reviews.create({ token, stars: 5, words: 'Early.' }))).message).toBe(
      'The work isn’t finished yet. You can review it once it is completed.',
    )
  })

  test("for another customer's ticket", async () => {
    const [mine, theirs] = [await createCompletedTicket(app), await createCompletedTicket(app)]
    const { client } = await customerOfLink(app, mine.token)
    expect((await errorOf(client.reviews.create({ token: theirs.token, stars: 1, words: 'x' }))).code).toBe(
      'REFUSED',
    )
  })

  test('a second time, even concurrently', async () => {
    const { token } = await createCompletedTicket(app)
    const { client } = await customerOfLink(app, token)
    const both = await Promise.allSettled(
      [5, 1].map(stars => client.reviews.create({ token, stars, words: 'Dry again.' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await errorOf(client.reviews.create({ token, stars: 5, words: 'Again.' }))).message).toMatch(
      /^You reviewed this visit on .*\. Each visit gets one review\.$/,
    )
    expect((await listed()).reviews).toHaveLength(1)
  })

  test.each([0, 6, 2.5, Number.NaN])('with %d stars', async stars => {
    const { token } = await createCompletedTicket(app)
    const { client } = await customerOfLink(app, token)
    expect((await errorOf(client.reviews.create({ token, stars, words: 'x' }))).code).toBe('INVALID')
  })
})

describe('a review', () => {
  test("is on the company's page and names no one", async () => {
    const ticketId = await createReview(app)
    const json = JSON.stringify(await listed())
    expect(JSON.parse(json)).toMatchObject({
      trust: { count: 1, average: 5, isTrusted: false },
      reviews: [{ stars: 5, rig: '2021 Jayco Jay Flight 264BH', answer: null }],
    })
    for (const private_ of ['June', 'Park', String(ticketId), '1UJBJ0BN8M17X0042'])
      expect(json).not.toContain(private_)
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({ verb: 'ticket.review', by: { name: 'June Park' } })
  })

  test('is listed page by page, newest first', async () => {
    for (const stars of [1, 2, 3]) {
      await createReview(app, stars)
      app.now = new Date(app.now.getTime() + 1000)
    }
    const first = await listed()
    const second = await listed(first.next ?? '')
    expect([...first.reviews, ...second.reviews].map(({ stars }) => stars)).toEqual([3, 2, 1])
    expect(second.next).toBeNull()
  })

  test('is answered by the owner, and the latest answer counts', async () => {
    const ticketId = await createReview(app)
    for (const words of ['Thank you.', 'Thank you, June!'])
      await app.as('dana').reviews.answer({ ticketId, words })
    expect((await listed()).reviews[0]?.answer).toEqual({ words: 'Thank you, June!', at: app.now })
    expect((await app.as('dana').reviews.mine({})).reviews).toMatchObject([{ ticketId }])
  })

  test('of another company cannot be answered', async () => {
    const ticketId = await createReview(app)
    expect((await errorOf(app.as('ray').reviews.answer({ ticketId, words: 'Ha.' }))).code).toBe('NOT_FOUND')
    expect((await app.as('ray').reviews.mine({})).reviews).toEqual([])
  })

  test('counts for the figures that its owner sees until it is removed or as long as it counts', async () => {
    const counted = async () => (await app.as('dana').reviews.mine({})).counted
    const ticketId = await createReview(app, 4)
    await createReview(app, 5)
    const uncounted = await createReview(app, 1)
    await app.database
      .updateTable('review')
      .set({ uncountedBecause: 'staff-email' })
      .where('ticketId', '=', uncounted)
      .execute()
    expect(await counted()).toEqual({ count: 2, stars: 9 })
    await app.database
      .updateTable('review')
      .set({ removedAt: app.now })
      .where('ticketId', '=', ticketId)
      .execute()
    expect(await counted()).toEqual({ count: 1, stars: 5 })
  })
})

describe('the rating on the card', () => {
  test('is updated by every review at once, and expires over months', async () => {
    expect((await card())?.rating).toBeNull()
    await createReview(app, 5)
    expect((await card())?.rating).toEqual({ average: 5, count: 1 })
    await createReview(app, 4)
    expect((await card())?.rating).toEqual({ average: 4.5, count: 2 })
    const before = await dumpDatabase(app.database)
    await recalculateRatingsAndBadges(unitOfWorkServices(), app.now)
    expect(await dumpDatabase(app.database)).toBe(before)
    await recalculateRatingsAndBadges(unitOfWorkServices(), new Date(app.now.getTime() + 740 * DAY_MS))
    expect((await card())?.rating).toBeNull()
  })

  test('stays when the company changes the rest of its card', async () => {
    await createReview(app, 3)
    await app.as('dana').companies.change({ companyPhone: '5550142' })
    expect(await card()).toMatchObject({ rating: { average: 3, count: 1 }, companyPhone: '5550142' })
  })
})

describe('a review that a founder removes', () => {
  const remove = (ticketId: number, reason = 'It names a person.') =>
    app.as('maya').platformAdmin.removeReview({ companyUUID: app.ids.dana, ticketId, reason })

  test.each(['dana', 'walt', 'rosa', 'ray', 'june'] as const)('cannot be removed by %s', async person => {
    const act = { companyUUID: app.ids.dana, ticketId: await createReview(app), reason: 'x' }
    const before = await dumpDatabase(app.database)
    for (const verb of ['removeReview', 'restoreReview'] as const)
      expect((await errorOf(app.as(person).platformAdmin[verb](act))).code).toBe('FORBIDDEN')
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('must exist, belong to that company, and needs a reason', async () => {
    const ticketId = await createReview(app)
    const elsewhere = { companyUUID: app.ids.ray, ticketId, reason: 'x' }
    expect((await errorOf(app.as('maya').platformAdmin.removeReview(elsewhere))).code).toBe('NOT_FOUND')
    expect((await errorOf(remove(await app.createTicket()))).code).toBe('NOT_FOUND')
    expect(await errorOf(remove(ticketId, ''))).toMatchObject({ fields: { reason: 'Required.' } })
  })

  test('is neither shown nor counted, and its author sees why; restored, it is unchanged', async () => {
    const ticketId = await createReview(app)
    const before = await listed()
    await remove(ticketId)
    expect(await listed()).toMatchObject({ trust: { count: 0 }, reviews: [] })
    const own = async () => (await app.as('dana').reviews.mine({})).reviews
    const removed = { at: app.now, because: 'It names a person.' }
    expect(await own()).toMatchObject([{ ticketId, removed }])
    expect((await errorOf(app.as('dana').reviews.answer({ ticketId, words: 'x' }))).code).toBe('NOT_FOUND')
    const { reviews } = await app.as('maya').platformAdmin.listReviews({ companyUUID: app.ids.dana })
    expect(reviews).toMatchObject([{ ticketId, removed: { ...removed, by: 'Maya Lindqvist' } }])
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries[0]).toMatchObject({
      verb: 'ticket.remove-review',
      detail: { reason: 'It names a person.' },
    })
    const act = { companyUUID: app.ids.dana, ticketId, reason: 'It names nobody after all.' }
    await app.as('maya').platformAdmin.restoreReview(act)
    expect(await listed()).toEqual(before)
    expect(await own()).toMatchObject([{ ticketId, removed: null }])
  })

  test('emails its author the reason, and so does restoring it; a refused removal sends nothing', async () => {
    const ticketId = await createReview(app)
    const { email } = june.customerDetails
    const toJune = async () => {
      await waitUntilDelivered(app.database)
      return app.sentEmails.filter(({ recipient }) => recipient === email)
    }
    const before = (await toJune()).length
    await remove(ticketId, 'It names\n\na person')
    expect((await errorOf(remove(ticketId))).code).toBe('REFUSED')
    const act = { companyUUID: app.ids.dana, ticketId, reason: 'It names nobody after all.' }
    await app.as('maya').platformAdmin.restoreReview(act)
    expect((await errorOf(app.as('maya').platformAdmin.restoreReview(act))).code).toBe('REFUSED')
    const [removed, restored, ...more] = (await toJune()).slice(before)
    expect(more).toEqual([])
    expect(removed?.subject).toBe('Your review of Bluebonnet RV was removed')
    expect(removed?.text).toContain('to Bluebonnet RV: It names a person.')
    expect(restored?.subject).toBe('Your review of Bluebonnet RV is shown again')
    expect(restored?.text).toContain('to Bluebonnet RV: It names nobody after all.')
    for (const message of [removed, restored]) expect(message?.text).not.toContain('Maya')
  })

  test('removes Trusted at once, and restoring returns it', async () => {
    const tickets: number[] = []
    while (tickets.length < 10) tickets.push(await createReview(app))
    expect(await badge()).toBe(true)
    const ticketId = tickets[4] ?? 0
    await remove(ticketId)
    expect(await badge()).toBe(false)
    await app.as('maya').platformAdmin.restoreReview({ companyUUID: app.ids.dana, ticketId, reason: 'x' })
    expect(await badge()).toBe(true)
  })
})

describe('Trusted', () => {
  const past = (count: number, stars: number, writtenAt: Date, removedAt: Date | null = null) =>
    Array.from({ length: count }, () => ({ stars, writtenAt, removedAt, uncountedBecause: null }))

  /** As if on tickets from long ago. */
  async function keep(
    reviews: readonly Pick<Review, 'stars' | 'writtenAt' | 'removedAt' | 'uncountedBecause'>[],
  ) {
    const tickets: number[] = []
    while (tickets.length < reviews.length) tickets.push(await app.createTicket())
    const rows = reviews.map((review, index) => ({
      companyId: app.ids.dana,
      ticketId: tickets[index] ?? 0,
      ...review,
      words: 'x',
      rig: 'RV',
      answer: null,
      answeredAt: null,
      answeredByName: null,
      removedByName: null,
      removedBecause: null,
    }))
    if (rows.length > 0) await app.database.insertInto('review').values(rows).execute()
  }

  test('appears with the tenth good review, on the public card at once', async () => {
    await keep(past(9, 5, app.now))
    await recalculateRatingsAndBadges(unitOfWorkServices(), app.now)
    expect(await badge()).toBe(false)
    await createReview(app)
    expect(await badge()).toBe(true)
    expect((await listed()).trust).toEqual({ count: 10, average: 5, isTrusted: true })
    const actions = await app.as('dana').audit.list({})
    expect(JSON.stringify(actions)).toContain('company.earn-trusted')
  })

  test('disappears with a bad review that lowers the average', async () => {
    await keep([...past(5, 5, app.now), ...past(5, 4, app.now)])
    await recalculateRatingsAndBadges(unitOfWorkServices(), app.now)
    expect(await badge()).toBe(true)
    await createReview(app, 1)
    expect(await badge()).toBe(false)
  })

  test('counts two concurrent reviews', async () => {
    await keep(past(8, 5, app.now))
    const done = [await createCompletedTicket(app), await createCompletedTicket(app)]
    const browsers = await Promise.all(done.map(({ token }) => customerOfLink(app, token)))
    await Promise.all(
      done.map(({ token }, index) =>
        browsers[index]?.client.reviews.create({ token, stars: 5, words: 'Dry.' }),
      ),
    )
    expect(await badge()).toBe(true)
  })

  test('follows every removal and restoration, in any order', async () => {
    const companyUUID = app.ids.dana
    const step = fc.record({ which: fc.nat(), isRemoved: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(5, 5, 5, 5, 4, 1), { minLength: 9, maxLength: 13 }),
        fc.array(step, { minLength: 4, maxLength: 10 }),
        async (stars, steps) => {
          await app.database.deleteFrom('review').execute()
          await keep(stars.flatMap(each => past(1, each, app.now)))
          await recalculateRatingsAndBadges(unitOfWorkServices(), app.now)
          const rows = () => app.database.selectFrom('review').selectAll().orderBy('ticketId').execute()
          for (const { which, isRemoved } of steps) {
            const all = await rows()
            const { ticketId = 0, removedAt } = all[which % all.length] ?? {}
            const { removeReview, restoreReview } = app.as('maya').platformAdmin
            const act = (isRemoved ? removeReview : restoreReview)({ companyUUID, ticketId, reason: 'x' })
            // Repeating an action is refused, and does not change the badge.
            if ((removedAt !== null) === isRemoved) expect((await errorOf(act)).code).toBe('REFUSED')
            else await act
            expect(await badge()).toBe(trustOf(await rows(), app.now).isTrusted)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  test('follows all reviews, removals and months passing', async () => {
    const review = fc.record({
      stars: fc.constantFrom(5, 5, 5, 4, 4, 3, 1),
      day: fc.integer({ min: -900, max: 0 }),
      isRemoved: fc.boolean(),
      uncountedBecause: fc.constantFrom(null, null, null, 'unconfirmed' as const),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(review, { minLength: 8, maxLength: 16 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 3 }),
        async (written, steps) => {
          await app.database.deleteFrom('review').execute()
          const at = (day: number) => new Date(new Date(START).getTime() + day * DAY_MS)
          const all = written.map(({ stars, day, isRemoved, uncountedBecause }) => ({
            ...{ stars, uncountedBecause },
            writtenAt: at(day),
            removedAt: isRemoved && stars < 5 ? at(0) : null,
          }))
          await keep(all)
          let today = 0
          for (const step of steps) {
            today += step
            await recalculateRatingsAndBadges(unitOfWorkServices(), at(today))
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
