// A refusal says what happened and what to do. The same blocker explains a disabled button and answers a request sent
// anyway.

import { formatWhen } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { type Transition, transitionLabel, type Verb } from '#domain/tickets/state/transition.ts'

/** Shown if no technician was chosen, or an employee who is not a technician. */
export const SELECT_TECHNICIAN = 'Please select a technician.'

/** What to do before a step that the ticket has not come to. */
const FIRST_STEP = {
  accept: 'Accept this request first.',
  askApproval: 'This ticket is not waiting for approval.',
  finalize: 'Finalize this ticket first.',
  complete: 'Complete this ticket first.',
} as const satisfies Partial<Record<Verb, string>>

/** What a page finds by itself, and says before anything is sent. */
export type PageBlocker =
  | { readonly code: 'ticket.moved'; readonly lastMove: Transition }
  /** The step has to happen first. */
  | { readonly code: 'ticket.not-yet'; readonly step: keyof typeof FIRST_STEP }
  | { readonly code: 'ticket.no-vin' }
  | { readonly code: 'ticket.no-jobs' }
  | { readonly code: 'clock.running'; readonly jobs: readonly string[] }
  | { readonly code: 'clock.declined'; readonly job: string }
  | { readonly code: 'clock.in-the-future' }
  | { readonly code: 'clock.backwards' }
  | { readonly code: 'part.unpriced'; readonly parts: readonly string[] }
  | { readonly code: 'job.has-work' }
  | { readonly code: 'job.answered' }
  | { readonly code: 'appointment.by-phone' }
  | { readonly code: 'appointment.too-late'; readonly until: Date }
  | { readonly code: 'approval.unanswered'; readonly customer: string; readonly jobs: readonly string[] }
  | {
      readonly code: 'approval.raised'
      readonly customer: string
      readonly job: string
      readonly was: Cents
      readonly is: Cents
    }
  | { readonly code: 'link.no-challenge' }

/** Why a command is refused. */
export type Blocker =
  | PageBlocker
  | { readonly code: 'billing.off' }
  | { readonly code: 'tax-rate.archived'; readonly name: string }
  | { readonly code: 'tax-rate.too-many' }
  /** `tickets`: the first of them; `due` is negative for what is held. */
  | {
      readonly code: 'billing.unsettled'
      readonly count: number
      readonly tickets: readonly { readonly ticketId: number; readonly due: Cents }[]
    }
  | { readonly code: 'bookkeeping.nothing' }
  | { readonly code: 'bookkeeping.too-many'; readonly most: number }
  | { readonly code: 'day-close.later' }
  | { readonly code: 'day-close.changed' }
  | { readonly code: 'invoice.issued'; readonly number: string }
  | { readonly code: 'invoice.brought-along' }
  | { readonly code: 'invoice.other-total'; readonly total: Cents }
  | { readonly code: 'invoice.line-unknown' }
  /** `label`: what it is taken off. */
  | { readonly code: 'invoice.discount'; readonly label: string; readonly taken: Cents; readonly from: Cents }
  | { readonly code: 'invoice.discount-limit'; readonly limit: Cents }
  | { readonly code: 'invoice.reopen'; readonly number: string }
  | { readonly code: 'invoice.none' }
  | { readonly code: 'deposit.changed'; readonly received: Cents }
  | { readonly code: 'invoice.paid'; readonly number: string }
  | { readonly code: 'invoice.credited'; readonly number: string }
  | { readonly code: 'payment.due-changed'; readonly due: Cents }
  | { readonly code: 'payment.too-much'; readonly due: Cents }
  | { readonly code: 'deposit.invoiced'; readonly number: string }
  | { readonly code: 'deposit.too-much'; readonly total: Cents }
  | { readonly code: 'deposit.held'; readonly held: Cents }
  | { readonly code: 'deposit.not-asked' }
  | { readonly code: 'deposit.paid' }
  | { readonly code: 'deposit.other-asked'; readonly asked: Cents }
  /** `day` is the company's, `YYYY-MM-DD`. */
  | { readonly code: 'void.later'; readonly day: string }
  | { readonly code: 'void.done' }
  | { readonly code: 'void.no-payment' }
  | { readonly code: 'void.refunded'; readonly received: Cents }
  | { readonly code: 'corrections.no-writer'; readonly name: string }
  | { readonly code: 'cards.off' }
  | { readonly code: 'cards.no-answer' }
  | { readonly code: 'refund.card-too-much'; readonly refundable: Cents }
  | { readonly code: 'refund.under-way'; readonly amount: Cents }
  | { readonly code: 'refund.too-much'; readonly received: Cents }
  | { readonly code: 'refund.changed'; readonly received: Cents }
  | { readonly code: 'credit.too-much'; readonly left: Cents }
  | { readonly code: 'credit.nothing'; readonly number: string }
  | { readonly code: 'ticket.closed' }
  | { readonly code: 'ticket.ended' }
  /** As in a sentence: `ticket 100012 of Bluebonnet RV`. */
  | { readonly code: 'ticket.open'; readonly tickets: readonly string[] }
  | { readonly code: 'clock.not-running' }
  | { readonly code: 'clock.started-since' }
  | {
      readonly code: 'clock.overlaps'
      readonly technician: string
      readonly ticketId: number
      readonly job: string
    }
  | { readonly code: 'job.unknown' }
  | { readonly code: 'job.no-estimate' }
  | { readonly code: 'job.no-suggestion' }
  | { readonly code: 'job.reworded' }
  | { readonly code: 'ticket.full'; readonly of: 'parts' | 'job lines'; readonly most: number }
  | { readonly code: 'document.too-long' }
  | { readonly code: 'photo.too-many' }
  | { readonly code: 'photo.removed' }
  | { readonly code: 'hand-over.settled'; readonly name: string }
  /** `job`: what the line with that number is by now. */
  | { readonly code: 'hand-over.other-line'; readonly job: string }
  | { readonly code: 'press.too-old' }
  | { readonly code: 'booking.open' }
  | { readonly code: 'technician.none' }
  | { readonly code: 'employee.inactive'; readonly name: string }
  | { readonly code: 'employee.no-email'; readonly name: string }
  | { readonly code: 'approval.no-rate'; readonly job: string }
  | { readonly code: 'approval.no-price'; readonly job: string }
  | { readonly code: 'approval.requested'; readonly job: string }
  | {
      readonly code: 'approval.answered'
      readonly job: string
      readonly answer: 'approved' | 'declined'
      readonly how: 'link' | 'phone'
      readonly at: Date
    }
  | { readonly code: 'approval.begun'; readonly job: string }
  | { readonly code: 'approval.no-phone-answer' }
  | { readonly code: 'approval.changed' }
  | { readonly code: 'approval.withdrawn' }
  | { readonly code: 'review.too-early' }
  | { readonly code: 'review.brought-along' }
  | { readonly code: 'review.written'; readonly at: Date }
  | { readonly code: 'review.removed' }
  | { readonly code: 'review.not-removed' }
  | { readonly code: 'company.suspended'; readonly at: Date }
  | { readonly code: 'company.not-suspended' }
  | { readonly code: 'company.not-verified' }
  /** `contactEmail`: where people write to the founders; null for nowhere. */
  | { readonly code: 'rig.claimed'; readonly contactEmail: string | null }
  | { readonly code: 'rig.ended'; readonly contactEmail: string | null }
  | { readonly code: 'addendum.too-many'; readonly most: number }
  | { readonly code: 'addendum.too-many-photos'; readonly most: number }
  | { readonly code: 'link.unanswered' }
  | { readonly code: 'link.locked' }
  | { readonly code: 'link.revoked' }
  | { readonly code: 'link.expired' }
  | { readonly code: 'link.closed' }
  | { readonly code: 'import.running' }
  | { readonly code: 'import.ended' }
  | { readonly code: 'import.row-missing' }
  | { readonly code: 'export.unavailable' }
  | { readonly code: 'signup.used' }
  | { readonly code: 'account.founders' }
  | { readonly code: 'email.confirmed' }

/** What code decides by: messages are only shown. A suspended company is not found. */
export type ReasonCode = Blocker['code'] | 'company.suspended'

/** Thrown by domain verbs; the server sends REFUSED with these blockers. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly obstacles: readonly Blocker[]

  constructor(obstacles: readonly Blocker[]) {
    super(obstacles.map(blocker => blocker.code).join(', '))
    this.obstacles = obstacles
  }
}

/** Throws a Refusal if there are blockers. */
export function assertNoBlockers(blockers: readonly Blocker[]): void {
  if (blockers.length > 0) throw new Refusal(blockers)
}

const describeTransition = (transition: Transition, timeZone: string, now: Date): string =>
  `${transitionLabel(transition)} at ${formatWhen(transition.at, timeZone, now)}`

/** The last step of a ticket as a sentence: `Sent for approval by Rosa Díaz at 2:14 PM.` */
export function transitionSentence(transition: Transition, timeZone: string, now: Date): string {
  const text = describeTransition(transition, timeZone, now)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/**
 * A page's blocker as one sentence. Times are in the company's time zone; a step on another day than `now` also has its
 * date. refusal-sentence.ts has all others.
 */
export function pageBlockerSentence(blocker: PageBlocker, timeZone: string, now: Date): string {
  switch (blocker.code) {
    case 'ticket.moved':
      return `Already ${describeTransition(blocker.lastMove, timeZone, now)}.`
    case 'ticket.not-yet':
      return FIRST_STEP[blocker.step]
    case 'ticket.no-vin':
      return 'The RV has no VIN yet. Add it first: work history is kept by VIN.'
    case 'ticket.no-jobs':
      return 'There are no job lines to approve. Add one first.'
    case 'clock.running':
      return `A technician is still clocked in on ${joinNames(blocker.jobs)}. Clock out first.`
    case 'clock.declined':
      return `The customer declined ${blocker.job}. Don’t work on it.`
    case 'clock.in-the-future':
      return 'That time is in the future. Enter a past time.'
    case 'clock.backwards':
      return 'Clock-out must be after clock-in.'
    case 'part.unpriced':
      return `Add prices for ${joinNames(blocker.parts)} first.`
    case 'job.has-work':
      return 'Can’t delete: this job has time, photos or parts.'
    case 'job.answered':
      return 'Can’t delete: the customer already responded.'
    case 'appointment.by-phone':
      return 'Call the company to change this appointment.'
    case 'appointment.too-late':
      return `You could change this appointment online until ${formatWhen(blocker.until, timeZone, now)}. Call the company.`
    case 'approval.unanswered':
      return `${blocker.customer} has not responded about ${joinNames(blocker.jobs)}. Record their answer or cancel the request.`
    case 'approval.raised':
      return `${blocker.customer} approved ${blocker.job} at ${formatMoney(blocker.was)}, and it is now ${formatMoney(blocker.is)}. Ask again or record their answer first.`
    case 'link.no-challenge':
      return 'The link asks for the last four digits of the customer’s phone. Add the full number first.'
  }
}

export const joinNames = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)
