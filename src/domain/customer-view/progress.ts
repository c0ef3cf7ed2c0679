// Where a ticket stands, in the customer's words. The shop's own states say where the paper lies; a customer
// wants to know whether anybody has begun, whether it waits for them, and when they can have the rig.

import type { Hold } from '#domain/on-hold/hold.ts'
import type { State } from '#domain/tickets/ticket.ts'

export const PROGRESS = ['received', 'in-work', 'waiting-for-you', 'ready', 'done', 'declined'] as const
export type Progress = (typeof PROGRESS)[number]

type ProgressInput = {
  readonly state: State
  readonly jobs: readonly {
    readonly sessions: readonly unknown[]
    readonly correction: string
  }[]
}

type ProgressSinceInput = {
  readonly jobs: readonly { readonly sessions: readonly { readonly clockInTime: Date }[] }[]
  readonly lastMove: { readonly at: Date }
  readonly activeTimestamp: Date | null
}

/** Work has begun once somebody has clocked in, or has written what was done without a clock. */
export const hasBegun = ({ jobs }: Pick<ProgressInput, 'jobs'>): boolean =>
  jobs.some(({ sessions, correction }) => sessions.length > 0 || correction !== '')

type HoldSummary = Pick<Hold, 'reason' | 'since'> | null

/**
 * `isAsked`: the desk has asked the customer something and has no answer yet. What waits for anything else is in
 * work: somebody has looked at it.
 */
export function progressOf(ticket: ProgressInput, isAsked: boolean, hold: HoldSummary = null): Progress {
  switch (ticket.state) {
    case 'pending':
      return 'received'
    case 'declined':
      return 'declined'
    case 'active':
    case 'approval':
      if (isAsked || hold?.reason === 'customer') return 'waiting-for-you'
      return hasBegun(ticket) || hold !== null ? 'in-work' : 'received'
    case 'completed':
      return 'ready'
    case 'recorded':
      return 'done'
  }
}

/**
 * Since when it stands there: a step back and forth at the desk does not begin the work anew. `askedAt` is when the
 * customer was asked what they have not answered yet, the last time.
 */
export function progressSince(
  ticket: ProgressSinceInput,
  progress: Progress,
  hold: HoldSummary = null,
  askedAt: Date | null = null,
): Date {
  const { lastMove, activeTimestamp } = ticket
  if (progress === 'waiting-for-you') return askedAt ?? hold?.since ?? lastMove.at
  if (progress !== 'in-work') return progress === 'received' ? (activeTimestamp ?? lastMove.at) : lastMove.at
  const starts = ticket.jobs.flatMap(({ sessions }) =>
    sessions.map(({ clockInTime }) => clockInTime.getTime()),
  )
  return starts.length > 0 ? new Date(Math.min(...starts)) : (hold?.since ?? lastMove.at)
}
