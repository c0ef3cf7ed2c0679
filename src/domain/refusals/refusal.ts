// A refusal says what happened and what to do. The same blocker explains a disabled button and answers a request sent
// anyway.

import { LINK_DAYS } from '#domain/customer-links/link.ts'
import { dayOf, formatDay, formatWhen } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { TOO_MANY_PHOTOS } from '#domain/photos/photo.ts'
import { type Transition, transitionLabel, type Verb } from '#domain/tickets/state/transition.ts'

/** Shown if no technician was chosen, or an employee who is not a technician. */
export const SELECT_TECHNICIAN = 'Please select a technician.'

/** What to do before a step that the ticket has not come to. */
const FIRST_STEP = {
  accept: 'Accept this request first.',
  askApproval: 'This ticket is not waiting for approval.',
  finalize: 'Finalize this ticket first.',
} as const satisfies Partial<Record<Verb, string>>

export type Blocker =
  | { readonly code: 'ticket.moved'; readonly lastMove: Transition }
  /** The step has to happen first. */
  | { readonly code: 'ticket.not-yet'; readonly step: keyof typeof FIRST_STEP }
  | { readonly code: 'ticket.no-vin' }
  | { readonly code: 'ticket.no-jobs' }
  | { readonly code: 'ticket.closed' }
  | { readonly code: 'ticket.ended' }
  /** As in a sentence: `ticket 100012 of Bluebonnet RV`. */
  | { readonly code: 'ticket.open'; readonly tickets: readonly string[] }
  | { readonly code: 'clock.running'; readonly jobs: readonly string[] }
  | { readonly code: 'clock.not-running' }
  | { readonly code: 'clock.started-since' }
  | { readonly code: 'clock.declined'; readonly job: string }
  | { readonly code: 'clock.in-the-future' }
  | { readonly code: 'clock.backwards' }
  | {
      readonly code: 'clock.overlaps'
      readonly technician: string
      readonly ticketId: number
      readonly job: string
    }
  | { readonly code: 'part.unpriced'; readonly parts: readonly string[] }
  | { readonly code: 'job.unknown' }
  | { readonly code: 'job.has-work' }
  | { readonly code: 'job.answered' }
  | { readonly code: 'job.no-suggestion' }
  | { readonly code: 'job.reworded' }
  | { readonly code: 'photo.too-many' }
  | { readonly code: 'booking.open' }
  | { readonly code: 'appointment.by-phone' }
  | { readonly code: 'appointment.too-late'; readonly until: Date }
  | { readonly code: 'technician.none' }
  | { readonly code: 'employee.inactive'; readonly name: string }
  | { readonly code: 'approval.no-rate'; readonly job: string }
  | { readonly code: 'approval.no-price'; readonly job: string }
  | { readonly code: 'approval.requested'; readonly job: string }
  | { readonly code: 'approval.unanswered'; readonly customer: string; readonly jobs: readonly string[] }
  | {
      readonly code: 'approval.raised'
      readonly customer: string
      readonly job: string
      readonly was: Cents
      readonly is: Cents
    }
  | {
      readonly code: 'approval.answered'
      readonly job: string
      readonly answer: 'approved' | 'declined'
      readonly how: 'link' | 'phone'
      readonly at: Date
    }
  | { readonly code: 'approval.begun'; readonly job: string }
  | { readonly code: 'approval.changed' }
  | { readonly code: 'approval.withdrawn' }
  | { readonly code: 'review.too-early' }
  | { readonly code: 'review.written'; readonly at: Date }
  | { readonly code: 'review.removed' }
  | { readonly code: 'review.not-removed' }
  | { readonly code: 'company.suspended'; readonly at: Date }
  | { readonly code: 'company.not-suspended' }
  | { readonly code: 'company.not-verified' }
  /** `contactEmail`: where people write to the founders; null for nowhere. */
  | { readonly code: 'rig.claimed'; readonly contactEmail: string | null }
  | { readonly code: 'rig.ended'; readonly contactEmail: string | null }
  | { readonly code: 'link.unanswered' }
  | { readonly code: 'link.locked' }
  | { readonly code: 'link.no-challenge' }
  | { readonly code: 'link.revoked' }
  | { readonly code: 'link.expired' }
  | { readonly code: 'link.closed' }
  | { readonly code: 'signup.used' }
  | { readonly code: 'account.founders' }
  | { readonly code: 'email.confirmed' }

/** A page that shows this also shows both texts. */
export const EDIT_CONFLICT = 'Someone else edited this text. Review both versions.'

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
 * A blocker as one sentence. Times are in the company's time zone; a step on another day than `now` also has its
 * date.
 */
export function blockerSentence(blocker: Blocker, timeZone: string, now: Date): string {
  switch (blocker.code) {
    case 'ticket.moved':
      return `Already ${describeTransition(blocker.lastMove, timeZone, now)}.`
    case 'ticket.not-yet':
      return FIRST_STEP[blocker.step]
    case 'ticket.no-vin':
      return 'The RV has no VIN yet. Add it first: work history is kept by VIN.'
    case 'ticket.no-jobs':
      return 'There are no job lines to approve. Add one first.'
    case 'ticket.closed':
      return 'This ticket is no longer in progress and can’t be edited. Reopen it first.'
    case 'ticket.ended':
      return 'This ticket can no longer be changed.'
    case 'ticket.open':
      return `Close these first: ${joinNames(blocker.tickets)}.`
    case 'clock.running':
      return `A technician is still clocked in on ${joinNames(blocker.jobs)}. Clock out first.`
    case 'clock.not-running':
      return 'You are not clocked in on this job line.'
    case 'clock.started-since':
      return 'You clocked in on another job line after you pressed this, so it was not counted.'
    case 'clock.declined':
      return `The customer declined ${blocker.job}. Don’t work on it.`
    case 'clock.in-the-future':
      return 'That time is in the future. Enter a past time.'
    case 'clock.backwards':
      return 'Clock-out must be after clock-in.'
    case 'clock.overlaps':
      return `${blocker.technician} was clocked in on ${blocker.job} of ticket ${blocker.ticketId} at that time. Fix that entry first.`
    case 'part.unpriced':
      return `Add prices for ${joinNames(blocker.parts)} first.`
    case 'job.unknown':
      return 'That job line is no longer on the ticket.'
    case 'job.has-work':
      return 'Can’t delete: this job has time, photos or parts.'
    case 'job.answered':
      return 'Can’t delete: the customer already responded.'
    case 'job.no-suggestion':
      return 'This job line has no suggested time.'
    case 'job.reworded':
      return EDIT_CONFLICT
    case 'photo.too-many':
      return TOO_MANY_PHOTOS
    case 'booking.open':
      return 'There is already an open booking request for this email. Call the company to change it.'
    case 'appointment.by-phone':
      return 'Call the company to change this appointment.'
    case 'appointment.too-late':
      return `You could change this appointment online until ${formatWhen(blocker.until, timeZone, now)}. Call the company.`
    case 'technician.none':
      return SELECT_TECHNICIAN
    case 'employee.inactive':
      return `${blocker.name} is inactive. Reactivate them first.`
    case 'approval.no-rate':
      return `The company has no labor rate, so the hours on ${blocker.job} have no price. Set the rate under Company first.`
    case 'approval.no-price':
      return `Add hours or parts to ${blocker.job} first.`
    case 'approval.requested':
      return `The customer has already been asked about ${blocker.job}.`
    case 'approval.unanswered':
      return `${blocker.customer} has not responded about ${joinNames(blocker.jobs)}. Record their answer or cancel the request.`
    case 'approval.raised':
      return `${blocker.customer} approved ${blocker.job} at ${formatMoney(blocker.was)}, and it is now ${formatMoney(blocker.is)}. Ask again or record their answer first.`
    case 'approval.begun':
      return `Work on ${blocker.job} has started. Call the company to change your answer.`
    case 'approval.answered':
      return `${blocker.job} was already ${blocker.answer} by ${blocker.how} at ${formatWhen(blocker.at, timeZone, now)}.`
    case 'approval.changed':
      return 'This job changed before your answer was saved. Review it and answer again.'
    case 'approval.withdrawn':
      return 'The company canceled this approval request.'
    case 'review.too-early':
      return 'The work isn’t finished yet. You can review it once it is completed.'
    case 'review.written':
      return `You reviewed this visit on ${formatDay(dayOf(blocker.at, timeZone))}. Each visit gets one review.`
    case 'review.removed':
      return 'This review has already been removed.'
    case 'review.not-removed':
      return 'This review has not been removed.'
    case 'company.suspended':
      return `This company has been suspended since ${formatWhen(blocker.at, timeZone, now)}.`
    case 'company.not-suspended':
      return 'This company is not suspended.'
    case 'company.not-verified':
      return 'This company is not Verified.'
    case 'rig.claimed':
      return `This RV is already claimed. Ask the seller for a transfer code${blocker.contactEmail === null ? '' : `, or write to the founders at ${blocker.contactEmail} if it was always yours`}.`
    case 'rig.ended':
      return `The founders ended your claim to this RV, so its codes no longer work for you.${blocker.contactEmail === null ? '' : ` If you think this is wrong, write to them at ${blocker.contactEmail}.`}`
    case 'link.unanswered':
      return 'Answer the question first. Only the customer can see this ticket.'
    case 'link.locked':
      return 'Too many wrong answers on this link. Ask the company for a new one.'
    case 'link.no-challenge':
      return 'The link asks for the last four digits of the customer’s phone. Add the full number first.'
    case 'link.revoked':
      return 'This link was turned off. Ask the company for a new one.'
    case 'link.expired':
      return `This link has expired. Links work for ${LINK_DAYS} days after the work is done. Ask the company for a new one.`
    case 'link.closed':
      return 'The company turned off this link. Ask them for a new one.'
    case 'signup.used':
      return 'This link is expired, already used, or incomplete. Request a new one.'
    case 'email.confirmed':
      return 'Your email is already confirmed.'
    case 'account.founders':
      return 'This account runs Rigwright. It can’t be deleted while its email is on the list of founders.'
  }
}

const joinNames = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)
