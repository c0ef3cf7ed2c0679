// Where a ticket stands, in the customer's words. The shop's own states say where the paper lies; a customer
// wants to know whether anybody has begun, whether it waits for them, and when they can have the rig.

import type { State } from './ticket.ts'

export const PROGRESS = ['received', 'in-work', 'waiting-for-you', 'ready', 'done', 'declined'] as const
export type Progress = (typeof PROGRESS)[number]

type Seen = {
  readonly state: State
  readonly jobs: readonly { readonly sessions: readonly unknown[]; readonly correction: string }[]
}

/** Work has begun once somebody has clocked in, or has written what was done without a clock. */
const hasBegun = ({ jobs }: Seen): boolean =>
  jobs.some(({ sessions, correction }) => sessions.length > 0 || correction !== '')

/** `isAsked`: the desk has asked the customer something and has no answer yet. */
export function progressOf(ticket: Seen, isAsked: boolean): Progress {
  switch (ticket.state) {
    case 'pending':
      return 'received'
    case 'declined':
      return 'declined'
    case 'active':
    case 'approval':
      if (isAsked) return 'waiting-for-you'
      return hasBegun(ticket) ? 'in-work' : 'received'
    case 'completed':
      return 'ready'
    case 'recorded':
      return 'done'
  }
}
