// A line's current version: an answer names the version that was shown.

import { createHash } from 'node:crypto'
import {
  type AnsweredApprovalRequest,
  type ChangedSince,
  type LineSnapshot,
  snapshotOf,
} from '#domain/approvals/approval.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { Job } from '#domain/tickets/job.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'

export type LineVersion = { readonly snapshot: LineSnapshot; readonly version: string }

/**
 * Of what the customer is asked: text, hours, parts and price. How a price is described is not: the names of a rate or of a
 * rule for supplies change nothing about the job; nor do the hours of one with a flat price. How the clock bills it does.
 */
function hashSnapshot({
  jobNumber,
  problem,
  hours,
  isFlatPrice,
  clockTerms,
  labor,
  parts,
  shopSupplies,
  total,
}: LineSnapshot): string {
  const asked = parts.map(part => [part.description, part.quantity, part.perPartAmount, part.totalAmount])
  const content = JSON.stringify([
    jobNumber,
    problem,
    isFlatPrice ? 'flat' : hours,
    labor,
    asked,
    shopSupplies,
    total,
    // Other lines keep the versions that were shown before this could be chosen.
    ...(clockTerms === undefined ? [] : [clockTerms]),
  ])
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}

export function toLineVersion(ticket: Ticket, job: Job, laborRate: Cents | null): LineVersion {
  const snapshot = snapshotOf(job, ticket, laborRate)
  return { snapshot, version: hashSnapshot(snapshot) }
}

/** The line when it was approved, and now; null if it is unchanged or was not approved. */
export function changedSince(
  answered: AnsweredApprovalRequest | undefined,
  { snapshot, version }: LineVersion,
): ChangedSince | null {
  if (answered?.state !== 'approved' || answered.shownVersion === version) return null
  const { problem, total } = answered.shown
  return { was: { problem, total }, is: { problem: snapshot.problem, total: snapshot.total } }
}
