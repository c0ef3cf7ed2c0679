// Reviews in the database; removed ones are kept and not shown.

import { sql } from 'kysely'
import {
  type Review,
  type ReviewSums,
  type Trust,
  trustFrom,
  trustWindowStart,
} from '#domain/reviews/review.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { Row } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany, saveRating } from '#server/features/companies/store.ts'

/** Who removed a review, when and why. */
type ReviewRemoval = { readonly at: Date; readonly by: string; readonly because: string }

type StoredReview = Review & { readonly removed: ReviewRemoval | null }

const toReview = (row: Row<'review'>): StoredReview => ({
  ticketId: row.ticketId,
  stars: row.stars,
  words: row.words,
  writtenAt: row.writtenAt,
  rig: row.rig,
  answer: row.answer === null || row.answeredAt === null ? null : { words: row.answer, at: row.answeredAt },
  removedAt: row.removedAt,
  uncountedBecause: row.uncountedBecause,
  removed:
    row.removedAt === null
      ? null
      : { at: row.removedAt, by: row.removedByName ?? '', because: row.removedBecause ?? '' },
})

/** The review of a ticket's customer, even if removed; null without one. */
export async function findReview(work: UnitOfWork, ticketId: number): Promise<Review | null> {
  const row = await work.from('review').selectAll().where('ticketId', '=', ticketId).executeTakeFirst()
  return row === undefined ? null : toReview(row)
}

/** At most `limit + 1` reviews after this cursor, newest first; optionally with removed ones. */
export async function listReviews(
  work: UnitOfWork,
  after: { readonly at: Date; readonly ticketId: number } | null,
  limit: number,
  which: 'visible' | 'all',
): Promise<StoredReview[]> {
  let select = work
    .from('review')
    .selectAll()
    .orderBy('writtenAt', 'desc')
    .orderBy('ticketId', 'desc')
    .limit(limit + 1)
  if (which === 'visible') select = select.where('removedAt', 'is', null)
  if (after !== null)
    select = select.where(sql<boolean>`(written_at, ticket_id) < (${after.at}, ${after.ticketId})`)
  return (await select.execute()).map(toReview)
}

/** The current company's reviews that are shown as recent now, and those of them that count for Trusted. */
export async function countStars(work: UnitOfWork): Promise<{ shown: ReviewSums; counted: ReviewSums }> {
  const rows = await work
    .from('review')
    .select([sql<boolean>`uncounted_because is null`.as('isCounted'), sql<number>`count(*)`.as('count')])
    .select(sql<number>`sum(stars)`.as('stars'))
    .where('removedAt', 'is', null)
    .where('writtenAt', '>=', trustWindowStart(work.now))
    .groupBy('isCounted')
    .execute()
  const sumsOf = (among: typeof rows): ReviewSums => ({
    count: among.reduce((sum, { count }) => sum + Number(count), 0),
    stars: among.reduce((sum, { stars }) => sum + Number(stars), 0),
  })
  return { shown: sumsOf(rows), counted: sumsOf(rows.filter(({ isCounted }) => isCounted)) }
}

/** The current figures behind the company's badge. */
export async function countTrust(work: UnitOfWork): Promise<Trust> {
  const { shown, counted } = await countStars(work)
  return trustFrom(shown, counted)
}

/**
 * Sets the badge and the rating by the current reviews. Locks the company first, so that two concurrent reviews both
 * count.
 */
export async function updateBadge(work: UnitOfWork): Promise<void> {
  const company = await lockCompany(work)
  const { shown, counted } = await countStars(work)
  const rating = { ratingCount: shown.count, ratingSum: shown.stars }
  await saveRating(work, company, rating, trustFrom(shown, counted).isTrusted)
}

/** Removes a review, or (null) restores it. */
export const saveRemoval = (work: UnitOfWork, ticketId: number, removal: ReviewRemoval | null): void =>
  work.save(
    'review',
    { ticketId },
    {
      removedAt: removal?.at ?? null,
      removedByName: removal?.by ?? null,
      removedBecause: removal?.because ?? null,
    },
  )

export const addReview = (work: UnitOfWork, review: Omit<Review, 'answer' | 'removedAt'>): void =>
  work.insert('review', {
    ...review,
    answer: null,
    answeredAt: null,
    answeredByName: null,
    removedAt: null,
    removedByName: null,
    removedBecause: null,
  })

export const saveAnswer = (work: UnitOfWork, ticketId: number, answer: string): void =>
  work.save('review', { ticketId }, { answer, answeredAt: work.now, answeredByName: work.by.name })

/** The companies whose badge or rating does not match their reviews at `now`. */
export async function listOutdatedBadges(services: AcrossCompanies, now: Date): Promise<string[]> {
  const since = trustWindowStart(now)
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string }>`
    select company_id from badges_to_recalculate(${since}, ${among}::uuid[])
    union select company_id from ratings_to_recalculate(${since}, ${among}::uuid[])`.execute(
    services.database,
  )
  return rows.map(({ companyId }) => companyId)
}
