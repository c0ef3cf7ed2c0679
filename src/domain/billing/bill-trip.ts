// Bills some job lines of an open ticket: what was done on a trip, before the rest is.

import { billedSnapshotOf, blockersForPricing } from '#domain/approvals/approval.ts'
import { type Cents, NO_MONEY } from '#domain/lib/money.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'
import { blockersForRepricing, type Job, jobLabel } from '#domain/tickets/job.ts'
import { blockersForCharging, type MissingAnswers, type Ticket } from '#domain/tickets/ticket.ts'
import { partsByLine } from '#domain/tickets/totals.ts'

/**
 * Why these job lines cannot be billed yet: an invoice has them, the customer declined them or still has to answer, a clock
 * runs, or they have no price. `laborRate` is in cents per hour.
 */
export function blockersForBilling(
  ticket: Ticket,
  jobs: readonly Job[],
  laborRate: Cents | null,
  missing: MissingAnswers,
): Blocker[] {
  const priced = jobs.filter(({ answer, billed }) => answer !== 'declined' && billed === null)
  return [
    ...jobs.flatMap(blockersForRepricing),
    ...jobs.flatMap(job =>
      job.answer === 'declined' ? [{ code: 'invoice.declined', job: jobLabel(job) } as const] : [],
    ),
    ...blockersForCharging({ ...ticket, jobs: priced }, missing),
    ...priced.flatMap(job => blockersForPricing(billedSnapshotOf(job, ticket, laborRate))),
  ]
}

/** Each job line's share of the ticket's shop supplies, by its line of labor. */
export function suppliesByLine(ticket: Ticket, jobs: readonly Job[]): Readonly<Record<string, Cents>> {
  const { supplies } = partsByLine(ticket)
  return Object.fromEntries(
    jobs.map(({ jobNumber }) => [`labor-${jobNumber}`, supplies.get(jobNumber) ?? NO_MONEY]),
  )
}
