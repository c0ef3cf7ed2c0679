// Customers who are yet to be asked for a review, in the database.

import { sql } from 'kysely'
import { nextRequestAt } from '#domain/reviews/review-request.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getPreferences } from '#server/features/preferences/store.ts'

/** With Complete: its customer will be asked, if the company wants that. */
export async function addReviewRequest(work: UnitOfWork, ticketId: number): Promise<void> {
  const { asksForReviews } = await getPreferences(work)
  if (asksForReviews)
    work.insert('reviewRequest', { ticketId, dueAt: nextRequestAt(work.now, work.timeZone) })
}

/** Every company's tickets whose customers are to be asked by now. */
export async function listDueReviewRequests(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; ticketId: number; timeZone: string }>`
    select * from due_review_requests(${now}, ${among}::uuid[])`.execute(services.database)
  return rows
}

/** Whether the ticket's customer is still to be asked by now. The caller locks the ticket. */
export async function isReviewRequestDue(work: UnitOfWork, ticketId: number): Promise<boolean> {
  const row = await work
    .from('reviewRequest')
    .select('dueAt')
    .where('ticketId', '=', ticketId)
    .where('dueAt', '<=', work.now)
    .executeTakeFirst()
  return row !== undefined
}

export const postponeReviewRequest = (work: UnitOfWork, ticketId: number): void =>
  work.save('reviewRequest', { ticketId }, { dueAt: nextRequestAt(work.now, work.timeZone) })

export const deleteReviewRequest = (work: UnitOfWork, ticketId: number): void =>
  work.write(work.remove('reviewRequest').where('ticketId', '=', ticketId))
