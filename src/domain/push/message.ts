// What a customer's phone says while they wait for their RV: one plain sentence each, and never what anything
// costs or what somebody wrote. It stands on a locked screen, for whoever is near.

import { digitsOf } from '#domain/lib/phone.ts'
import { customerReasonLabel, type HoldReason } from '#domain/on-hold/hold.ts'
import type { Verb } from '#domain/tickets/transition.ts'

/** So many phones are told of one ticket: a couple with theirs and a tablet or two. */
export const MAX_PUSH_SUBSCRIPTIONS = 5

/** News that nobody could be told for so long is no news any more. */
export const PUSH_TTL_MS = 24 * 60 * 60 * 1000

export type PushMessage =
  /** A step of the ticket's life that moves the work itself. */
  | { readonly about: 'accept' | 'decline' | 'finalize' | 'complete' | 'reopen' }
  /** Somebody has begun to work. */
  | { readonly about: 'begin' }
  | { readonly about: 'wait'; readonly reason: HoldReason }
  | { readonly about: 'end-wait' }
  /** So many job lines wait for a yes or no. */
  | { readonly about: 'ask'; readonly lines: number }
  | { readonly about: 'message' }

type TransitionPush = Extract<Verb, PushMessage['about']>

const TRANSITION_SENTENCES: Readonly<Record<TransitionPush, string>> = {
  accept: 'Your booking is accepted.',
  decline: 'Your booking could not be accepted.',
  finalize: 'Your RV is ready.',
  complete: 'Your visit is done. See what was done.',
  reopen: 'There is more to do on your RV. It is in work again.',
}

/** What the phone says. */
export function formatPushMessage(message: PushMessage): string {
  switch (message.about) {
    case 'begin':
      return 'The work on your RV has begun.'
    case 'wait':
      return message.reason === 'customer'
        ? 'We need to hear from you before the work can go on.'
        : `The work on your RV waits for ${customerReasonLabel(message.reason)}.`
    case 'end-wait':
      return 'The work on your RV goes on.'
    case 'ask':
      return message.lines === 1
        ? 'One job on your RV waits for your yes or no.'
        : `${message.lines} jobs on your RV wait for your yes or no.`
    case 'message':
      return 'You have a new message.'
    default:
      return TRANSITION_SENTENCES[message.about]
  }
}

/** Whether a sleeping phone is woken for it: somebody waits for the customer, or the customer for this. */
export const isUrgent = (message: PushMessage): boolean =>
  ['ask', 'finalize', 'reopen', 'message'].includes(message.about) ||
  (message.about === 'wait' && message.reason === 'customer')

type ContactDetails = { readonly email: string; readonly phone: string }

/** Whether a customer is reached elsewhere than before, so that somebody else may hold the phones of before. */
export const hasNewContact = (before: ContactDetails, after: ContactDetails): boolean =>
  digitsOf(before.phone) !== digitsOf(after.phone) || before.email.toLowerCase() !== after.email.toLowerCase()
