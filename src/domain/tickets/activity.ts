// What happened to a ticket, told so that "did anybody work on it, and who?" needs no call. Every
// step leaves a line in the trail with as much as a sentence needs; none of it is ever money.

import { firstNameOf, type Signature } from '#domain/account/actor.ts'
import { dayOf, printDay } from '#domain/lib/company-time.ts'
import { printDuration, printHours } from '#domain/lib/hours.ts'
import { REASON_WORDS, type Reason } from '#domain/on-hold/hold.ts'
import { type Job, jobLabel } from './job.ts'
import { type Part, partLabel } from './part.ts'
import type { State } from './ticket.ts'
import { VERBS, type Verb } from './transition.ts'

/** A value before and after. */
type Shift<T> = { readonly before: T; readonly after: T }

type Facts = {
  readonly jobNumber: number
  /** As `jobLabel` says it. */
  readonly job: string
  readonly partId: string
  /** As `partLabel` says it. */
  readonly part: string
  /** The name of the person it was done to. */
  readonly technician: string
  /** The one field that was saved. */
  readonly field: string
  readonly reason: string
  /** A day of the company's calendar, `YYYY-MM-DD`. */
  readonly date: string
  /** How many photos. */
  readonly photos: number
  readonly isRemoved: boolean
  /** How many job lines. */
  readonly lines: number
  /** Whether the customer said it on the phone, and the desk wrote it down. */
  readonly isByPhone: boolean
  /** Milliseconds that a clock ran. */
  readonly tracked: number
  readonly state: Shift<State | null>
  readonly hours: Shift<number | null>
  readonly quantity: Shift<number>
  /** What the work waits for. */
  readonly waiting: Reason
  readonly vin: Shift<string>
  readonly clockInTime: Shift<Date>
  readonly clockOutTime: Shift<Date | null>
}

/** What the trail keeps of a deed besides who and when. Old lines have none of it. */
export type Detail = { readonly [Fact in keyof Facts]?: Facts[Fact] | undefined }

/** A job line as the trail names it. */
export const aboutJob = (job: Pick<Job, 'jobNumber' | 'problem'>): Detail => ({
  ...{ jobNumber: job.jobNumber, job: jobLabel(job) },
})

/** A part as the trail names it, with the job line it is for. */
export function aboutPart({ jobs }: { readonly jobs: readonly Job[] }, part: Part): Detail {
  const job = jobs.find(({ jobNumber }) => jobNumber === part.jobNumber)
  return { partId: part.partId, part: partLabel(part), ...(job === undefined ? {} : aboutJob(job)) }
}

/** One line of a ticket's activity. */
export type Entry = {
  readonly at: Date
  readonly by: Signature
  /** `ticket.` and the deed. */
  readonly verb: string
  readonly detail: Detail | null
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  estimatedTime: 'estimated time',
  suggestedTime: 'suggested time',
  perPartAmount: 'price',
  jobNumber: 'job line',
}

const fieldOf = ({ field = 'details' }: Detail): string => FIELD_WORDS[field] ?? field
const jobOf = ({ job = 'a job line' }: Detail): string => job
const partOf = ({ part = 'a part' }: Detail): string => part
const technicianOf = ({ technician = 'the technician' }: Detail): string => technician
const onJob = ({ job }: Detail): string => (job === undefined ? '' : ` on ${job}`)
const onDay = ({ date }: Detail): string => (date === undefined ? '' : ` for ${printDay(date)}`)
const because = ({ reason }: Detail): string => (reason === undefined ? '' : `: ${reason}`)
const photosOf = ({ photos = 1 }: Detail): string => (photos === 1 ? 'a photo' : `${photos} photos`)
const put = ({ isRemoved = false }: Detail): string => (isRemoved ? 'removed' : 'changed')

const linesOf = ({ lines = 1, job }: Detail): string =>
  job ?? (lines === 1 ? 'a job line' : `${lines} job lines`)
const saidYesOrNo = (answer: string, detail: Detail): string =>
  detail.isByPhone === true
    ? `wrote down that the customer ${answer} ${jobOf(detail)} by phone`
    : `${answer} ${jobOf(detail)} by the link`

const OWNERS: Readonly<Record<string, string>> = { customerDetails: 'the customer', customerRV: 'the RV' }
const whoseDetails = ({ field = '' }: Detail): string => OWNERS[field] ?? 'the ticket'

const shiftOf = ({ before, after }: Shift<number | null>): string =>
  `${before === null ? '' : ` from ${printHours(before)}`} to ${after === null ? 'none' : printHours(after)}`

function changedJob(detail: Detail): string {
  const { field, hours } = detail
  if (field === 'suggestedTime' && hours !== undefined)
    return hours.after === null
      ? `took back the suggested time for ${jobOf(detail)}`
      : `suggested ${printHours(hours.after)} for ${jobOf(detail)}`
  return `changed the ${fieldOf(detail)} of ${jobOf(detail)}${hours === undefined ? '' : shiftOf(hours)}`
}

function changedPart(detail: Detail): string {
  const { field, quantity, isRemoved = false } = detail
  if (field === 'perPartAmount' && !isRemoved) return `priced ${partOf(detail)}`
  if (field === 'perPartAmount') return `took the price off ${partOf(detail)}`
  if (field === 'jobNumber') return `put ${partOf(detail)} on ${detail.job ?? 'the whole ticket'}`
  const shift = quantity === undefined ? '' : ` from ${quantity.before} to ${quantity.after}`
  return `changed the ${fieldOf(detail)} of ${partOf(detail)}${shift}`
}

const trackedIn = (clockIn: Date, clockOut: Date | null): string =>
  clockOut === null ? 'running' : printDuration(clockOut.getTime() - clockIn.getTime())

function correctedClock(detail: Detail): string {
  const { clockInTime, clockOutTime } = detail
  const whose = `the time of ${technicianOf(detail)}${onJob(detail)}`
  if (clockInTime === undefined || clockOutTime === undefined) return `corrected ${whose}${because(detail)}`
  const before = trackedIn(clockInTime.before, clockOutTime.before)
  const after = trackedIn(clockInTime.after, clockOutTime.after)
  const isSame =
    clockInTime.before.getTime() === clockInTime.after.getTime() &&
    clockOutTime.before?.getTime() === clockOutTime.after?.getTime()
  if (isSame) return `confirmed ${whose}, ${after}${because(detail)}`
  return before === after
    ? `moved ${whose}, ${after}${because(detail)}`
    : `corrected ${whose} from ${before} to ${after}${because(detail)}`
}

const SENTENCES = {
  create: () => 'created the ticket',
  book: () => 'booked the visit',
  accept: () => 'accepted the booking',
  decline: detail => `declined the booking${because(detail)}`,
  askApproval: () => 'sent the ticket to approval',
  approve: () => 'approved the ticket',
  finalize: () => 'finalized the ticket',
  complete: () => 'completed the ticket',
  reopen: () => 'reopened the ticket',
  assign: detail => `assigned ${technicianOf(detail)}`,
  release: detail => `released ${technicianOf(detail)}`,
  plan: detail => `planned ${technicianOf(detail)}${onDay(detail)}`,
  unplan: detail => `took ${technicianOf(detail)} off the plan${onDay(detail)}`,
  'assign-planned': detail => `assigned ${technicianOf(detail)} as planned`,
  'plan-lapsed': detail => `dropped the plan for ${technicianOf(detail)}`,
  'change-details': detail => `changed the details of ${whoseDetails(detail)}`,
  'add-job': detail => `added ${jobOf(detail)}`,
  'remove-job': detail => `deleted ${jobOf(detail)}`,
  'change-job': changedJob,
  'approve-time': detail =>
    `approved the time of ${jobOf(detail)}${detail.hours === undefined ? '' : shiftOf(detail.hours)}`,
  'add-part': detail => `added ${partOf(detail)}${detail.job === undefined ? '' : ` to ${detail.job}`}`,
  'change-part': changedPart,
  'remove-part': detail => `removed ${partOf(detail)}`,
  'add-photo': detail => `added ${photosOf(detail)} to ${jobOf(detail)}`,
  'remove-photo': detail => `removed ${photosOf(detail)} from ${jobOf(detail)}`,
  'change-customer-image': detail => `${put(detail)} the customer’s picture`,
  'change-rig-image': detail => `${put(detail)} the RV’s picture`,
  'clock-in': detail => `clocked in${onJob(detail)}`,
  'clock-out': detail =>
    detail.technician === undefined
      ? `clocked out${onJob(detail)}`
      : `stopped the clock of ${detail.technician}${onJob(detail)}`,
  'correct-clock': correctedClock,
  review: () => 'reviewed the visit',
  'answer-review': () => 'answered the review',
  'remove-review': detail => `of Rigwright removed the review${because(detail)}`,
  'restore-review': detail => `of Rigwright restored the review${because(detail)}`,
  'correct-vin': detail =>
    `of Rigwright corrected the VIN${detail.vin === undefined ? '' : ` from ${detail.vin.before} to ${detail.vin.after}`}${because(detail)}`,
  'make-link': () => 'made the link to follow the work',
  'revoke-link': () => 'closed the customer’s link',
  'mail-link': () => 'mailed the customer their link',
  'open-link': () => 'opened the link',
  'tell-phone': () => 'asked to be told on a phone',
  'stop-phone': () => 'asked to be told on a phone no longer',
  'forget-phones': () => 'stopped the news to phones: the customer’s email or phone number changed',
  say: detail => `wrote to the customer${detail.job === undefined ? '' : ` about ${detail.job}`}`,
  hear: detail => `sent a message${detail.job === undefined ? '' : ` about ${detail.job}`}`,
  'see-messages': () => 'read the customer’s messages',
  wait: ({ waiting }) =>
    `said that the work waits${waiting === undefined ? '' : ` for ${REASON_WORDS[waiting]}`}`,
  'end-wait': () => 'said that the work goes on',
  'ask-customer': detail => `asked the customer about ${linesOf(detail)}`,
  'withdraw-question': detail => `took back the question about ${jobOf(detail)}`,
  'approve-line': detail => saidYesOrNo('approved', detail),
  'decline-line': detail => saidYesOrNo('declined', detail),
  'guess-link': () => 'was shut out: too many wrong answers at the link',
} as const satisfies Record<Verb, (detail: Detail) => string> & Record<string, (detail: Detail) => string>

/** Everything that can be done to a ticket: the steps of its life, and the work on it. */
export type Deed = keyof typeof SENTENCES

const isDeed = (name: string): name is Deed => Object.hasOwn(SENTENCES, name)

/** Whether a verb of the trail, `ticket.` and the deed, has a sentence of its own. */
export const hasSentence = (verb: string): boolean => isDeed(verb.replace('ticket.', ''))

/** Whether a deed is a step of the ticket's life. */
export const isStep = (deed: Deed): deed is Verb => VERBS.some(verb => verb === deed)

/** One line as a sentence without its full stop: `Rosa clocked in on 2. Roof leak`. */
export function activitySentence({ by, verb, detail }: Omit<Entry, 'at'>): string {
  const deed = verb.replace('ticket.', '')
  const what = isDeed(deed) ? SENTENCES[deed](detail ?? {}) : 'changed the ticket'
  return `${firstNameOf(by)} ${what}`
}

/** Saves of one field by one person that follow each other within this are one line. */
export const ONE_LINE_MS = 5 * 60_000

const lineOf = ({ by, verb, detail }: Entry): string | null =>
  detail?.field === undefined
    ? null
    : JSON.stringify([by.id, verb, detail.field, detail.jobNumber, detail.partId])

const since = <T>(later: Shift<T> | undefined, earlier: Shift<T> | undefined): Shift<T> | undefined =>
  later === undefined || earlier === undefined ? later : { before: earlier.before, after: later.after }

/** The line as it stood after the later save, with what was there before the earlier one. */
function joined<E extends Entry>(later: E, earlier: E): E {
  const hours = since(later.detail?.hours, earlier.detail?.hours)
  const quantity = since(later.detail?.quantity, earlier.detail?.quantity)
  const shifts = { ...(hours && { hours }), ...(quantity && { quantity }) }
  return { ...later, detail: { ...later.detail, ...shifts } }
}

/**
 * Text is saved while it is typed, so saves of one field by one person, each within five minutes of
 * the next, are one line: the newest. `entries` and the answer are newest first.
 */
export function coalesced<E extends Entry>(entries: readonly E[]): E[] {
  const lines: E[] = []
  const open = new Map<string, { place: number; at: Date }>()
  for (const entry of entries) {
    const key = lineOf(entry)
    const line = key === null ? undefined : open.get(key)
    const newest = line === undefined ? undefined : lines[line.place]
    const isSameLine = line !== undefined && line.at.getTime() - entry.at.getTime() <= ONE_LINE_MS
    if (isSameLine && newest !== undefined) lines[line.place] = joined(newest, entry)
    else lines.push(entry)
    const place = isSameLine ? line.place : lines.length - 1
    if (key !== null) open.set(key, { place, at: entry.at })
  }
  return lines
}

/** Entries under the days of the company's calendar (`YYYY-MM-DD`) they fall on; their order stays. */
export function byDay<E extends Pick<Entry, 'at'>>(
  entries: readonly E[],
  timeZone: string,
): { readonly day: string; readonly entries: readonly E[] }[] {
  const days = new Map<string, E[]>()
  for (const entry of entries) {
    const day = dayOf(entry.at, timeZone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, lines]) => ({ day, entries: lines }))
}
