// The steps of a ticket, and the last one taken.

import type { Signature } from '#domain/account/actor.ts'

export const VERBS = [
  'create',
  'book',
  'accept',
  'decline',
  'checkIn',
  'cancel',
  'close',
  'askApproval',
  'approve',
  'finalize',
  'complete',
  'reopen',
] as const
export type Verb = (typeof VERBS)[number]

/** The ticket's last step, shown to a user whose own step came too late. */
export type Transition = { readonly verb: Verb; readonly by: Signature; readonly at: Date }

const PAST_TENSE: Readonly<Record<Verb, string>> = {
  create: 'created',
  book: 'booked',
  accept: 'accepted',
  decline: 'declined',
  checkIn: 'checked in',
  cancel: 'canceled',
  close: 'closed',
  askApproval: 'sent for approval',
  approve: 'approved',
  finalize: 'finalized',
  complete: 'completed',
  reopen: 'reopened',
}

/** The action and its actor: `sent for approval by Rosa Díaz`. */
export const transitionLabel = ({ verb, by }: Pick<Transition, 'verb' | 'by'>): string =>
  `${PAST_TENSE[verb]} by ${by.name}`
