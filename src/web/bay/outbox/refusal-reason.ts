// Why an entry becomes a card: what this device does not send, and what the server's refusal leaves open.

import { MAX_COMMAND_AGE_DAYS } from '#domain/bay/command-age.ts'
import { timeOfUuid } from '#domain/lib/uuid.ts'
import type { LastTransition, OutboxEntry, OutboxRefusal } from './outbox-types.ts'

/** Without its time. */
export type Reason = Omit<OutboxRefusal, 'at'>

const MAX_AGE_MS = MAX_COMMAND_AGE_DAYS * 24 * 60 * 60_000
/** Between the server's time of a transition and this device's idea of it. */
const TRANSITION_TOLERANCE_MS = 5000
/** What was tapped before what moved its queue. */
const MOVED_CODE = 'MOVED'
const FAILED_CODE = 'INTERNAL_SERVER_ERROR'
/** Of those who may no longer ask: they do not get the answer to what was done before. */
const DENIED_CODES = ['NOT_FOUND', 'FORBIDDEN']
const MAY_BE_DONE = 'An earlier try may have arrived, so this may already be done.'
const TAKEN_AWAY = 'The desk released this ticket or assigned it to another technician.'

/** Why a command or text was not accepted. Of a ticket that this account may no longer see, the server says nothing. */
export function reasonOf({ code, message }: Reason, mayBeDone = false): string {
  if (code !== 'NOT_FOUND') return message
  return mayBeDone ? `${TAKEN_AWAY} ${MAY_BE_DONE}` : TAKEN_AWAY
}

/** Whether the message says who made the last transition. An earlier version stored refusals without their reason. */
export const namesTransition = ({ code, reason }: Reason): boolean =>
  code === MOVED_CODE || reason === 'ticket.transitioned' || (code === 'REFUSED' && reason === undefined)

export const TOO_OLD: Reason = {
  code: 'TOO_OLD',
  message: `You tapped this more than ${MAX_COMMAND_AGE_DAYS} days ago, so it was not sent.`,
}
export const PHOTO_LOST: Reason = {
  code: 'PHOTO_LOST',
  message: 'The browser deleted this photo before it could be sent.',
}
export const UNKNOWN_COMMAND: Reason = {
  code: 'UNKNOWN_COMMAND',
  message: 'This version of Rigwright can’t send this any more.',
}

/** Why an entry must not be sent by itself at `serverNow`, by the server's clock. */
export function staleness(
  { key, queue, mayBeDone = false }: OutboxEntry,
  serverNow: number,
  lastTransitionOf: (queue: string) => LastTransition | null,
): Reason | null {
  // The key's time, not the tap's: what was sent again on purpose is new.
  const at = timeOfUuid(key) ?? serverNow
  if (serverNow - at > MAX_AGE_MS) return TOO_OLD
  // Its key makes it safe, and only the server knows whether it was done before that transition.
  const transition = mayBeDone ? null : lastTransitionOf(queue)
  const isStale = transition !== null && transition.at > at + TRANSITION_TOLERANCE_MS
  return isStale ? { code: MOVED_CODE, message: transition.message } : null
}

/** Whether an entry that the server refused with `code` may be done; `isRepeated`: an earlier try was not answered. */
export const mayBeDoneDespite = (code: string, isRepeated: boolean): boolean =>
  code === FAILED_CODE || (isRepeated && DENIED_CODES.includes(code))

/** An entry refused at `at`, in milliseconds since 1970 by this device's clock. */
export function withRefusal(
  entry: OutboxEntry,
  { message, code, reason, fields }: Reason,
  at: number,
  mayBeDone = entry.mayBeDone ?? false,
): OutboxEntry {
  const isUnclear = mayBeDone && code !== FAILED_CODE
  return {
    ...entry,
    refusal: {
      ...{ message: isUnclear ? `${message} ${MAY_BE_DONE}` : message, code, reason, at },
      ...(fields && { fields }),
    },
    mayBeDone,
  }
}
