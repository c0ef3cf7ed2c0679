// The push notifications that a customer gets: one plain sentence each. They show on a locked screen that anyone
// near it can read, so they never contain a price or what someone wrote.

import { digitsOf } from '#domain/lib/phone.ts'
import { customerReasonLabel, type HoldReason } from '#domain/on-hold/hold.ts'
import type { Verb } from '#domain/tickets/state/transition.ts'

/** Per ticket: enough for a couple with two phones and a tablet or two. */
export const MAX_PUSH_SUBSCRIPTIONS = 5

/** After this time an undelivered message is dropped. */
export const PUSH_TTL_MS = 24 * 60 * 60 * 1000

export type PushMessage =
  /** A step of the ticket's life that moves the work itself. */
  | { readonly about: 'accept' | 'decline' | 'close' | 'finalize' | 'complete' | 'reopen' }
  /** Work has started. */
  | { readonly about: 'begin' }
  | { readonly about: 'hold'; readonly reason: HoldReason }
  | { readonly about: 'resume' }
  /** This many job lines need an answer. `isRaised`: each costs more than what was approved. */
  | { readonly about: 'ask'; readonly lines: number; readonly isRaised: boolean }
  | { readonly about: 'message' }
  /** Their appointment is tomorrow. */
  | { readonly about: 'remind' }
  /** The shop moved their appointment. */
  | { readonly about: 'move' }
  /** Their technician has set out, and arrives at about `time`: `2:40 PM`. */
  | { readonly about: 'set-out'; readonly time: string }

type TransitionPush = Extract<Verb, PushMessage['about']>

const TRANSITION_SENTENCES: Readonly<Record<TransitionPush, string>> = {
  accept: 'Your booking was accepted.',
  decline: 'Your booking could not be accepted.',
  close: 'Your ticket was closed.',
  finalize: 'Your RV is ready.',
  complete: 'Your visit is complete. See what was done.',
  reopen: 'More work is needed. We’ve reopened your ticket.',
}

/** The text of the notification. */
export function formatPushMessage(message: PushMessage): string {
  switch (message.about) {
    case 'begin':
      return 'Work on your RV has started.'
    case 'hold':
      return message.reason === 'customer'
        ? 'We need to hear from you before work can continue.'
        : `Your RV is on hold: waiting for ${customerReasonLabel(message.reason)}.`
    case 'resume':
      return 'Work on your RV has resumed.'
    case 'ask':
      if (message.isRaised) return 'The price of work on your RV went up. It needs your approval again.'
      return message.lines === 1
        ? 'One job on your RV needs your approval.'
        : `${message.lines} jobs on your RV need your approval.`
    case 'message':
      return 'You have a new message.'
    case 'remind':
      return 'Your RV appointment is tomorrow.'
    case 'move':
      return 'Your RV appointment was moved. See the new time.'
    case 'set-out':
      return `Your technician is on the way. Expected about ${message.time}.`
    default:
      return TRANSITION_SENTENCES[message.about]
  }
}

/** Whether it wakes a sleeping phone: either the shop waits for the customer, or the customer for this news. */
export const isUrgent = (message: PushMessage): boolean =>
  ['ask', 'finalize', 'reopen', 'message', 'move', 'set-out'].includes(message.about) ||
  (message.about === 'hold' && message.reason === 'customer')

type ContactDetails = { readonly email: string; readonly phone: string }

/** Whether a customer's phone or email has changed, so that the old devices may be someone else's. */
export const hasNewContact = (before: ContactDetails, after: ContactDetails): boolean =>
  digitsOf(before.phone) !== digitsOf(after.phone) || before.email.toLowerCase() !== after.email.toLowerCase()
