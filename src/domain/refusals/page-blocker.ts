// What a page finds by itself, and says before anything is sent. The same blocker explains a disabled button and answers
// a request sent anyway. refusal-sentence.ts has all others.

import { dayOf, formatDay, formatWhen } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { type Transition, transitionLabel, type Verb } from '#domain/tickets/state/transition.ts'

/** A sentence, or how it is made of what the blocker carries. */
type Sentence = string | ((blocker: never, timeZone: string, now: Date) => string)

export type Sentences = Readonly<Record<string, Sentence>>

/** The blockers of a table: each with its code and what its sentence needs. */
export type BlockerOf<Table extends Sentences> = {
  [Code in keyof Table]: Readonly<
    { code: Code } & (Table[Code] extends (blocker: infer Data, ...rest: never[]) => string ? Data : unknown)
  >
}[keyof Table]

/** The blocker's sentence in the table. Times are in the time zone; one on another day than `now` has its date too. */
export function sentenceIn<Table extends Sentences>(
  sentences: Table,
  blocker: BlockerOf<Table>,
  timeZone: string,
  now: Date,
): string {
  const sentence: Sentence | undefined = sentences[blocker.code]
  return typeof sentence === 'function' ? sentence(blocker as never, timeZone, now) : (sentence ?? '')
}

/** Shown if no technician was chosen, or an employee who is not a technician. */
export const SELECT_TECHNICIAN = 'Please select a technician.'

/** Beside a day on which something is expected. */
export const DAY_PASSED = 'This date has passed. Choose today or a later date.'

/** What to do before a step that the ticket has not come to. */
const FIRST_STEP = {
  accept: 'Accept this request first.',
  checkIn: 'Check in this appointment first.',
  askApproval: 'This ticket is not waiting for approval.',
  finalize: 'Finalize this ticket first.',
  complete: 'Complete this ticket first.',
} as const satisfies Partial<Record<Verb, string>>

const describeTransition = (transition: Transition, timeZone: string, now: Date): string =>
  `${transitionLabel(transition)} at ${formatWhen(transition.at, timeZone, now)}`

/** The last step of a ticket as a sentence: `Sent for approval by Rosa Díaz at 2:14 PM.` */
export function transitionSentence(transition: Transition, timeZone: string, now: Date): string {
  const text = describeTransition(transition, timeZone, now)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

export const joinNames = (names: readonly string[]): string => new Intl.ListFormat('en-US').format(names)

/** Each once: its code, what it carries, and its sentence. */
const PAGE_SENTENCES = {
  'ticket.transitioned': ({ lastTransition }: { lastTransition: Transition }, timeZone: string, now: Date) =>
    `Already ${describeTransition(lastTransition, timeZone, now)}.`,
  /** The step has to happen first. */
  'ticket.not-yet': ({ step }: { step: keyof typeof FIRST_STEP }) => FIRST_STEP[step],
  'ticket.no-vin': 'The RV has no VIN yet. Add it first: work history is kept by VIN.',
  'ticket.no-jobs': 'There are no job lines to approve. Add one first.',
  'clock.running': ({ jobs }: { jobs: readonly string[] }) =>
    `A technician is still clocked in on ${joinNames(jobs)}. Clock out first.`,
  'clock.declined': ({ job }: { job: string }) => `The customer declined ${job}. Don’t work on it.`,
  'clock.billed': ({ job }: { job: string }) =>
    `The time on ${job} is already billed. Ask the desk to add a job line for more work.`,
  'clock.in-the-future': 'That time is in the future. Enter a past time.',
  'clock.backwards': 'Clock-out must be after clock-in.',
  'part.unpriced': ({ parts }: { parts: readonly string[] }) => `Add prices for ${joinNames(parts)} first.`,
  'job.billed': ({ job, invoice }: { job: string; invoice: string }) =>
    `${job} is on invoice ${invoice}. Make a credit note for all of it first.`,
  'job.has-work': 'Can’t delete: this job has time, photos or parts.',
  'job.answered': 'Can’t delete: the customer already responded.',
  'appointment.by-phone': 'Call the company to change this appointment.',
  'appointment.too-late': ({ until }: { until: Date }, timeZone: string, now: Date) =>
    `You could change this appointment online until ${formatWhen(until, timeZone, now)}. Call the company.`,
  'appointment.at-shop': 'The customer brings this RV to the shop.',
  'appointment.not-today': ({ at }: { at: Date }, timeZone: string) =>
    `This visit is on ${formatDay(dayOf(at, timeZone))}, not today.`,
  'approval.unanswered': ({ customer, jobs }: { customer: string; jobs: readonly string[] }) =>
    `${customer} has not responded about ${joinNames(jobs)}. Record their answer or cancel the request.`,
  'approval.raised': ({ customer, job, was, is }: { customer: string; job: string; was: Cents; is: Cents }) =>
    `${customer} approved ${job} at ${formatMoney(was)}, and it is now ${formatMoney(is)}. Ask again or record their answer first.`,
  'link.no-challenge':
    'The link asks for the last four digits of the customer’s phone. Add the full number first.',
} satisfies Sentences

export type PageBlocker = BlockerOf<typeof PAGE_SENTENCES>

/** A page's blocker as one sentence. */
export const pageBlockerSentence = (blocker: PageBlocker, timeZone: string, now: Date): string =>
  sentenceIn(PAGE_SENTENCES, blocker, timeZone, now)

/** Whether a page can find the blocker by itself. */
export const isPageBlocker = (blocker: { readonly code: string }): blocker is PageBlocker =>
  Object.hasOwn(PAGE_SENTENCES, blocker.code)
