// A refusal says what happened and what to do, never just "no". The same obstacle explains a
// button that cannot be pressed and answers the request that pressed it anyway.

import { LINK_DAYS } from '#domain/customer-links/link.ts'
import { MAX_PHOTOS_PER_JOB } from '#domain/photos/photo.ts'
import { type Transition, transitionLabel } from '#domain/tickets/transition.ts'
import { dayOf, formatDay, formatTime } from './company-time.ts'

export type Blocker =
  | { readonly code: 'ticket.moved'; readonly lastMove: Transition }
  | { readonly code: 'ticket.no-vin' }
  | { readonly code: 'ticket.no-jobs' }
  | { readonly code: 'ticket.closed' }
  | { readonly code: 'clock.running'; readonly jobs: readonly string[] }
  | { readonly code: 'clock.not-running' }
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
  | { readonly code: 'technician.none' }
  | { readonly code: 'employee.inactive'; readonly name: string }
  | { readonly code: 'approval.no-rate'; readonly job: string }
  | { readonly code: 'approval.no-price'; readonly job: string }
  | { readonly code: 'approval.asked'; readonly job: string }
  | { readonly code: 'approval.unanswered'; readonly customer: string; readonly jobs: readonly string[] }
  | {
      readonly code: 'approval.answered'
      readonly job: string
      readonly answer: 'approved' | 'declined'
      readonly how: 'link' | 'phone'
      readonly at: Date
    }
  | { readonly code: 'approval.changed' }
  | { readonly code: 'approval.withdrawn' }
  | { readonly code: 'review.too-early' }
  | { readonly code: 'review.written'; readonly at: Date }
  | { readonly code: 'review.removed' }
  | { readonly code: 'review.stands' }
  | { readonly code: 'company.suspended'; readonly at: Date }
  | { readonly code: 'company.not-suspended' }
  | { readonly code: 'company.not-verified' }
  | { readonly code: 'rig.claimed' }
  | { readonly code: 'rig.ended' }
  | { readonly code: 'link.unanswered' }
  | { readonly code: 'link.shut' }
  | { readonly code: 'link.no-question' }
  | { readonly code: 'link.revoked' }
  | { readonly code: 'link.expired' }
  | { readonly code: 'link.closed' }
  | { readonly code: 'join.spent' }
  | { readonly code: 'account.founders' }

/** A page that hears this shows both texts. */
export const EDIT_CONFLICT = 'Somebody changed these words meanwhile. Look at both.'

/** Thrown by verbs; the server turns it into REFUSED with these obstacles. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly obstacles: readonly Blocker[]

  constructor(obstacles: readonly Blocker[]) {
    super(obstacles.map(blocker => blocker.code).join(', '))
    this.obstacles = obstacles
  }
}

/** Throws a Refusal when there is anything in the way. */
export function assertNoBlockers(blockers: readonly Blocker[]): void {
  if (blockers.length > 0) throw new Refusal(blockers)
}

function formatMoment(at: Date, timeZone: string, now: Date): string {
  const day = dayOf(at, timeZone)
  const time = formatTime(at, timeZone)
  return day === dayOf(now, timeZone) ? time : `${time} on ${day}`
}

const describeTransition = (transition: Transition, timeZone: string, now: Date): string =>
  `${transitionLabel(transition)} at ${formatMoment(transition.at, timeZone, now)}`

/** The last step of a ticket as a sentence: `Sent to approval by Rosa Díaz at 2:14 PM.` */
export function transitionSentence(transition: Transition, timeZone: string, now: Date): string {
  const text = describeTransition(transition, timeZone, now)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/**
 * An obstacle as one sentence for the person. Times are printed in the company's time zone; a move
 * made on another day than `now` also names its day.
 */
export function blockerSentence(blocker: Blocker, timeZone: string, now: Date): string {
  switch (blocker.code) {
    case 'ticket.moved':
      return `Already ${describeTransition(blocker.lastMove, timeZone, now)}.`
    case 'ticket.no-vin':
      return 'The RV has no VIN yet. Add it first: the work history is kept by VIN.'
    case 'ticket.no-jobs':
      return 'There are no job lines to approve yet. Add one first.'
    case 'ticket.closed':
      return 'The ticket is no longer in work, so nothing on it can change. Reopen it first.'
    case 'clock.running':
      return `A clock is still running on ${joinNames(blocker.jobs)}. Clock out first.`
    case 'clock.not-running':
      return 'Your clock is not running on this job line.'
    case 'clock.in-the-future':
      return 'That time has not come yet. Use one that has passed.'
    case 'clock.backwards':
      return 'The clock-out has to come after the clock-in.'
    case 'clock.overlaps':
      return `${blocker.technician} was on the clock then for ${blocker.job} of ticket ${blocker.ticketId}. Correct that first.`
    case 'part.unpriced':
      return `No price yet for ${joinNames(blocker.parts)}. Price it first.`
    case 'job.unknown':
      return 'That job line is not on the ticket any more.'
    case 'job.has-work':
      return 'Time, photos or parts hang on this job line, so it stays.'
    case 'job.answered':
      return 'The customer has answered this job line, so it stays.'
    case 'job.no-suggestion':
      return 'There is no suggested time on this job line.'
    case 'job.reworded':
      return EDIT_CONFLICT
    case 'photo.too-many':
      return `A job line keeps at most ${MAX_PHOTOS_PER_JOB} photos. Remove some first.`
    case 'booking.open':
      return 'There is a booking under this email already, and it waits for an answer. Call the company to change it.'
    case 'technician.none':
      return 'Please select a technician.'
    case 'employee.inactive':
      return `${blocker.name} is inactive. Reactivate them first.`
    case 'approval.no-rate':
      return `The company has no labor rate, so the hours of ${blocker.job} have no price. Set the rate under Company first.`
    case 'approval.no-price':
      return `There are no hours and no parts on ${blocker.job} yet. Write down what it costs first.`
    case 'approval.asked':
      return `The customer is asked about ${blocker.job} already.`
    case 'approval.unanswered':
      return `${blocker.customer} has not answered about ${joinNames(blocker.jobs)}. Record their answer or withdraw the question.`
    case 'approval.answered':
      return `${blocker.job} was already ${blocker.answer} by ${blocker.how} at ${formatMoment(blocker.at, timeZone, now)}.`
    case 'approval.changed':
      return 'This line was changed meanwhile, so nothing was answered. Look at it as it is now.'
    case 'approval.withdrawn':
      return 'This question is not open any more: the company took it back.'
    case 'review.too-early':
      return 'The work is not done yet. You can review it once it is completed.'
    case 'review.written':
      return `You reviewed this visit on ${formatDay(dayOf(blocker.at, timeZone))}. One visit has one review.`
    case 'review.removed':
      return 'This review is removed already.'
    case 'review.stands':
      return 'This review stands: nobody removed it.'
    case 'company.suspended':
      return `This company is suspended since ${formatMoment(blocker.at, timeZone, now)}.`
    case 'company.not-suspended':
      return 'This company is not suspended.'
    case 'company.not-verified':
      return 'This company is not Verified.'
    case 'rig.claimed':
      return 'This rig is claimed already. Ask whoever sold it to you for a transfer code, or write to the founders if it was always yours.'
    case 'rig.ended':
      return 'The founders ended your claim of this rig, so none of its papers claims it for you again. If you think that this is wrong, write to them.'
    case 'link.unanswered':
      return 'Answer the question first: we show a ticket only to its customer.'
    case 'link.shut':
      return 'There were too many wrong answers at this link. Ask the company for a new one.'
    case 'link.no-question':
      return 'A link asks for the last four digits of the customer’s phone. Write down the whole number first.'
    case 'link.revoked':
      return 'This link was closed. Ask the company for a new one.'
    case 'link.expired':
      return `This link has ended: it shows a ticket until ${LINK_DAYS} days after it was done. Ask the company for a new one.`
    case 'link.closed':
      return 'The company closed this link. Ask them for a new one.'
    case 'join.spent':
      return 'This link is too old, was already used, or is not whole. Ask for a new one.'
    case 'account.founders':
      return 'This account runs Rigwright: it stays for as long as its email is named among the founders.'
  }
}

const joinNames = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)
