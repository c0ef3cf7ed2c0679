// A ticket's status in the customer's words: whether work has started, whether it waits for them, and when they can
// pick up the rig.

import type { Hold } from '#domain/on-hold/hold.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'
import type { State } from '#domain/tickets/ticket.ts'

export const PROGRESS = [
  'received',
  'in-work',
  'waiting-for-you',
  'ready',
  'done',
  'declined',
  'canceled',
  'closed',
] as const
export type Progress = (typeof PROGRESS)[number]

/** Whether the work will not be done. */
export const wasCalledOff = (progress: Progress): boolean =>
  progress === 'declined' || progress === 'canceled' || progress === 'closed'

type ProgressInput = {
  readonly state: State
  readonly lastTransition: { readonly verb: Verb }
  readonly jobs: readonly {
    readonly sessions: readonly unknown[]
    readonly correction: string
  }[]
}

type ProgressSinceInput = {
  readonly jobs: readonly { readonly sessions: readonly { readonly clockInTime: Date }[] }[]
  readonly lastTransition: { readonly at: Date }
  readonly confirmedAt: Date | null
  readonly activeTimestamp: Date | null
}

/** Work has started once someone has clocked in, or has entered a correction without a clock. */
export const hasBegun = ({ jobs }: Pick<ProgressInput, 'jobs'>): boolean =>
  jobs.some(({ sessions, correction }) => sessions.length > 0 || correction !== '')

type HoldSummary = Pick<Hold, 'reason' | 'since'> | null

/** `isAsked`: an approval request is unanswered. A ticket on hold for anything else is in progress. */
export function progressOf(ticket: ProgressInput, isAsked: boolean, hold: HoldSummary = null): Progress {
  switch (ticket.state) {
    case 'declined':
    case 'closed':
      return ticket.lastTransition.verb === 'cancel' ? 'canceled' : ticket.state
    case 'pending':
    case 'active':
    case 'approval':
      if (isAsked || hold?.reason === 'customer') return 'waiting-for-you'
      if (ticket.state === 'pending') return 'received'
      return hasBegun(ticket) || hold !== null ? 'in-work' : 'received'
    case 'completed':
      return 'ready'
    case 'recorded':
      return 'done'
  }
}

/**
 * When the status began: moving back and forth does not restart it. `askedAt` is when the customer was last asked
 * something still open.
 */
export function progressSince(
  ticket: ProgressSinceInput,
  progress: Progress,
  hold: HoldSummary = null,
  askedAt: Date | null = null,
): Date {
  const { lastTransition, confirmedAt, activeTimestamp } = ticket
  if (progress === 'waiting-for-you') return askedAt ?? hold?.since ?? lastTransition.at
  if (progress !== 'in-work')
    return progress === 'received' ? (confirmedAt ?? activeTimestamp ?? lastTransition.at) : lastTransition.at
  const starts = ticket.jobs.flatMap(({ sessions }) =>
    sessions.map(({ clockInTime }) => clockInTime.getTime()),
  )
  return starts.length > 0 ? new Date(Math.min(...starts)) : (hold?.since ?? lastTransition.at)
}
