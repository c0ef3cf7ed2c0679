// A line as it is now, with the name of exactly that: who answers says which version they saw.

import { createHash } from 'node:crypto'
import {
  type AnsweredQuestion,
  type ChangedSince,
  type LinePicture,
  pictureOf,
} from '#domain/approvals/approval.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { Job } from '#domain/tickets/job.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'

export type Line = { readonly picture: LinePicture; readonly version: string }

const versionOf = (picture: LinePicture): string =>
  createHash('sha256').update(JSON.stringify(picture)).digest('base64url').slice(0, 22)

export function lineOf(ticket: Ticket, job: Job, laborRate: Cents | null): Line {
  const picture = pictureOf(job, ticket, laborRate)
  return { picture, version: versionOf(picture) }
}

/** What the line was when it was approved, and is now; null where that is the same, or nobody approved it. */
export function changedSince(
  answered: AnsweredQuestion | undefined,
  { picture, version }: Line,
): ChangedSince | null {
  if (answered?.standing !== 'approved' || answered.shownVersion === version) return null
  const { problem, total } = answered.shown
  return { was: { problem, total }, is: { problem: picture.problem, total: picture.total } }
}
