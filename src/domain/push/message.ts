// What a customer's phone says while they wait for their RV: one plain sentence each, and never what anything
// costs or what somebody wrote. It stands on a locked screen, for whoever is near.

import { digitsOf } from '#domain/lib/phone.ts'
import { type Reason, reasonForCustomer } from '#domain/on-hold/hold.ts'
import type { Verb } from '#domain/tickets/transition.ts'

/** So many phones are told of one ticket: a couple with theirs and a tablet or two. */
export const MOST_PHONES = 5

/** News that nobody could be told for so long is no news any more. */
export const NEWS_LASTS_MS = 24 * 60 * 60 * 1000

export type PhoneNews =
  /** A step of the ticket's life that moves the work itself. */
  | { readonly about: 'accept' | 'decline' | 'finalize' | 'complete' | 'reopen' }
  /** Somebody has begun to work. */
  | { readonly about: 'begin' }
  | { readonly about: 'wait'; readonly reason: Reason }
  | { readonly about: 'end-wait' }
  /** So many job lines wait for a yes or no. */
  | { readonly about: 'ask'; readonly lines: number }
  | { readonly about: 'message' }

type StepNews = Extract<Verb, PhoneNews['about']>

const STEPS: Readonly<Record<StepNews, string>> = {
  accept: 'Your booking is accepted.',
  decline: 'Your booking could not be accepted.',
  finalize: 'Your RV is ready.',
  complete: 'Your visit is done. See what was done.',
  reopen: 'There is more to do on your RV. It is in work again.',
}

/** What the phone says. */
export function newsSentence(news: PhoneNews): string {
  switch (news.about) {
    case 'begin':
      return 'The work on your RV has begun.'
    case 'wait':
      return news.reason === 'customer'
        ? 'We need to hear from you before the work can go on.'
        : `The work on your RV waits for ${reasonForCustomer(news.reason)}.`
    case 'end-wait':
      return 'The work on your RV goes on.'
    case 'ask':
      return news.lines === 1
        ? 'One job on your RV waits for your yes or no.'
        : `${news.lines} jobs on your RV wait for your yes or no.`
    case 'message':
      return 'You have a new message.'
    default:
      return STEPS[news.about]
  }
}

/** Whether a sleeping phone is woken for it: somebody waits for the customer, or the customer for this. */
export const isUrgent = (news: PhoneNews): boolean =>
  ['ask', 'finalize', 'reopen', 'message'].includes(news.about) ||
  (news.about === 'wait' && news.reason === 'customer')

type Reached = { readonly email: string; readonly phone: string }

/** Whether a customer is reached elsewhere than before, so that somebody else may hold the phones of before. */
export const isReachedElsewhere = (before: Reached, after: Reached): boolean =>
  digitsOf(before.phone) !== digitsOf(after.phone) || before.email.toLowerCase() !== after.email.toLowerCase()
