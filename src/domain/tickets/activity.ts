// A ticket's activity, so that "did anyone work on it, and who?" needs no call. Every step adds an entry with what
// its sentence needs; never money.

import { firstNameOf, type Signature } from '#domain/account/actor.ts'
import { dayOf, formatDay } from '#domain/lib/company-time.ts'
import { formatDuration, formatHours } from '#domain/lib/hours.ts'
import { type DayCause, dayCauseLabel } from '#domain/on-hold/day-cause.ts'
import { HOLD_REASON_LABELS, type HoldReason } from '#domain/on-hold/hold.ts'
import { VERBS, type Verb } from '#domain/tickets/state/transition.ts'
import { type Job, jobLabel } from './job.ts'
import { type Part, partLabel } from './part.ts'
import type { State } from './ticket.ts'

/** A value before and after. */
type BeforeAfter<T> = { readonly before: T; readonly after: T }

type DetailFields = {
  readonly jobNumber: number
  /** As from `jobLabel`. */
  readonly job: string
  readonly partId: string
  /** As from `partLabel`. */
  readonly part: string
  /** As from `componentLabel`. */
  readonly component: string
  /** The bay, as from `serviceBayLabel`. */
  readonly serviceBay: string
  /** The name of the affected person. */
  readonly technician: string
  /** The saved field. */
  readonly field: string
  readonly reason: string
  /** The number of an invoice or a credit note. */
  readonly invoice: string
  /** By which its amount is found. */
  readonly invoiceId: string
  /** The entry of the ledger, by which its amount is found. */
  readonly entryId: string
  /** As from `describeAmount`. The log holds no money; it is added for those who may see it. */
  readonly amount: string
  /** A company date, `YYYY-MM-DD`. */
  readonly date: string
  /** Days of a visit, `YYYY-MM-DD`, and what the desk said that they went to; null for as noted. */
  readonly firstDay: string
  readonly lastDay: string
  readonly dayCause: DayCause | null
  /** The number of photos. */
  readonly photos: number
  readonly isRemoved: boolean
  /** Whether the customer was emailed about it. */
  readonly isEmailed: boolean
  /** The number of job lines. */
  readonly lines: number
  /** Whether it was a phone answer, recorded by the desk. */
  readonly isByPhone: boolean
  /** Who answered by phone, and at which number; personal, so erasing a customer removes it. */
  readonly spokeWith: string
  /** The clock's duration in milliseconds. */
  readonly tracked: number
  readonly state: BeforeAfter<State | null>
  readonly hours: BeforeAfter<number | null>
  readonly quantity: BeforeAfter<number>
  /** The hold reason. */
  readonly hold: HoldReason
  readonly vin: BeforeAfter<string>
  /** Until the technician arrives. */
  readonly minutes: number
  /** The times in words, in the company's time zone. */
  readonly appointment: BeforeAfter<string>
  readonly clockInTime: BeforeAfter<Date>
  readonly clockOutTime: BeforeAfter<Date | null>
}

/** The log detail of an action. Old entries have none. */
export type ActivityDetail = { readonly [Field in keyof DetailFields]?: DetailFields[Field] | undefined }

/** A job line in a log detail. */
export const jobDetail = (job: Pick<Job, 'jobNumber' | 'problem'>): ActivityDetail => ({
  jobNumber: job.jobNumber,
  job: jobLabel(job),
})

/** A part in a log detail, with its job line. */
export function partDetail({ jobs }: { readonly jobs: readonly Job[] }, part: Part): ActivityDetail {
  const job = jobs.find(candidate => candidate.jobNumber === part.jobNumber)
  return { partId: part.partId, part: partLabel(part), ...(job === undefined ? {} : jobDetail(job)) }
}

/** An entry of a ticket's activity. */
type ActivityEntry = {
  readonly at: Date
  readonly by: Signature
  /** `ticket.` and the action. */
  readonly verb: string
  readonly detail: ActivityDetail | null
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  estimatedTime: 'estimated time',
  flatPrice: 'flat price',
  laborRateId: 'labor rate',
  suggestedTime: 'suggested time',
  perPartAmount: 'price',
  jobNumber: 'job line',
}

const fieldOf = ({ field = 'details' }: ActivityDetail): string => FIELD_LABELS[field] ?? field
const jobOf = ({ job = 'a job line' }: ActivityDetail): string => job
const partOf = ({ part = 'a part' }: ActivityDetail): string => part
const componentOf = ({ component = 'a component' }: ActivityDetail): string => component
const technicianOf = ({ technician = 'the technician' }: ActivityDetail): string => technician
const forAmount = ({ amount }: ActivityDetail): string => (amount === undefined ? '' : ` for ${amount}`)
const ofAmount = ({ amount }: ActivityDetail): string => (amount === undefined ? '' : ` of ${amount}`)
const onJob = ({ job }: ActivityDetail): string => (job === undefined ? '' : ` on ${job}`)
const aboutJob = ({ job }: ActivityDetail): string => (job === undefined ? '' : ` about ${job}`)
const onDay = ({ date }: ActivityDetail): string => (date === undefined ? '' : ` for ${formatDay(date)}`)
const formatReason = ({ reason }: ActivityDetail): string => (reason === undefined ? '' : `: ${reason}`)
const photosOf = ({ photos = 1 }: ActivityDetail): string => (photos === 1 ? 'a photo' : `${photos} photos`)
const formatImageChange = ({ isRemoved = false }: ActivityDetail): string =>
  isRemoved ? 'removed' : 'changed'

const linesOf = ({ lines = 1, job }: ActivityDetail): string =>
  job ?? (lines === 1 ? 'a job line' : `${lines} job lines`)
const inParentheses = (words: string | undefined): string => (words === undefined ? '' : ` (${words})`)
const formatAnswer = (answer: string, detail: ActivityDetail): string =>
  detail.isByPhone === true
    ? `recorded that the customer ${answer} ${jobOf(detail)} by phone${inParentheses(detail.spokeWith)}`
    : `${answer} ${jobOf(detail)} by link`
const undoneAnswer = (answer: string, detail: ActivityDetail): string =>
  `undid the ${answer} of ${jobOf(detail)} by phone${inParentheses(detail.spokeWith)}`
const waitingFor = ({ hold }: ActivityDetail): string =>
  hold === undefined ? '' : `: waiting for ${HOLD_REASON_LABELS[hold]}`
/** A reason says why it could not be done. */
const emailedCustomer = (what: string, detail: ActivityDetail): string =>
  `${detail.reason === undefined ? 'emailed' : 'could not email'} the customer ${what}${formatReason(detail)}`

const DETAIL_SUBJECTS: Readonly<Record<string, string>> = {
  customerDetails: 'the customer',
  customerRV: 'the RV',
}
const detailSubjectOf = ({ field = '' }: ActivityDetail): string => DETAIL_SUBJECTS[field] ?? 'the ticket'

const formatHoursChange = ({ before, after }: BeforeAfter<number | null>): string =>
  `${before === null ? '' : ` from ${formatHours(before)}`} to ${after === null ? 'none' : formatHours(after)}`

function changedJob(detail: ActivityDetail): string {
  const { field, hours, technician } = detail
  if (field === 'namedTechnician')
    return technician === undefined
      ? `took the technician off ${jobOf(detail)}`
      : `gave ${jobOf(detail)} to ${technician}`
  if (field === 'componentId')
    return detail.component === undefined
      ? `took ${jobOf(detail)} off its component`
      : `put ${jobOf(detail)} on ${detail.component}`
  if (field === 'isByClock')
    return detail.isRemoved === true
      ? `took ${jobOf(detail)} off the clock: its estimated hours are billed`
      : `chose to bill ${jobOf(detail)} by the clock`
  if (field === 'suggestedTime' && hours !== undefined)
    return hours.after === null
      ? `removed the suggested time for ${jobOf(detail)}`
      : `suggested ${formatHours(hours.after)} for ${jobOf(detail)}`
  return `changed the ${fieldOf(detail)} of ${jobOf(detail)}${hours === undefined ? '' : formatHoursChange(hours)}`
}

function changedPart(detail: ActivityDetail): string {
  const { field, quantity, isRemoved = false } = detail
  if (field === 'perPartAmount' && !isRemoved) return `priced ${partOf(detail)}`
  if (field === 'perPartAmount') return `removed the price of ${partOf(detail)}`
  if (field === 'sublet')
    return isRemoved ? `made ${partOf(detail)} the shop’s own` : `noted the sublet of ${partOf(detail)}`
  if (field === 'jobNumber') return `moved ${partOf(detail)} to ${detail.job ?? 'the whole ticket'}`
  const change = quantity === undefined ? '' : ` from ${quantity.before} to ${quantity.after}`
  return `changed the ${fieldOf(detail)} of ${partOf(detail)}${change}`
}

/** `2h15m`, or `running`. */
export const formatTrackedTime = (clockIn: Date, clockOut: Date | null): string =>
  clockOut === null ? 'running' : formatDuration(clockOut.getTime() - clockIn.getTime())

function correctedClock(detail: ActivityDetail): string {
  const { clockInTime, clockOutTime } = detail
  const subject = `the time of ${technicianOf(detail)}${onJob(detail)}`
  if (clockInTime === undefined || clockOutTime === undefined)
    return `corrected ${subject}${formatReason(detail)}`
  const before = formatTrackedTime(clockInTime.before, clockOutTime.before)
  const after = formatTrackedTime(clockInTime.after, clockOutTime.after)
  const isSame =
    clockInTime.before.getTime() === clockInTime.after.getTime() &&
    clockOutTime.before?.getTime() === clockOutTime.after?.getTime()
  if (isSame) return `confirmed ${subject}, ${after}${formatReason(detail)}`
  return before === after
    ? `moved ${subject}, ${after}${formatReason(detail)}`
    : `corrected ${subject} from ${before} to ${after}${formatReason(detail)}`
}

/** `noted Nov 5 to Nov 8 as “Waiting for a bay”` */
function correctedDays({ firstDay = '', lastDay = '', dayCause = null }: ActivityDetail): string {
  const days = firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`
  return dayCause === null
    ? `removed what was said of ${days} at the shop`
    : `noted ${days} as “${dayCauseLabel(dayCause)}”`
}

const SENTENCES = {
  create: () => 'created the ticket',
  book: () => 'booked the visit',
  accept: () => 'accepted the booking',
  decline: detail => `declined the booking${formatReason(detail)}`,
  checkIn: () => 'checked in the appointment',
  cancel: () => 'canceled the appointment',
  close: detail =>
    `closed the ticket${detail.isEmailed === true ? ' and emailed the customer' : ''}${formatReason(detail)}`,
  'dismiss-cancellation': () => 'dismissed the cancellation',
  reschedule: ({ appointment }) => `moved the appointment to ${appointment?.after}`,
  'move-appointment': ({ appointment }) => `moved the appointment to ${appointment?.after}`,
  'remind-customer': () => 'reminded the customer of the appointment',
  'set-out': ({ minutes }) =>
    `told the customer to expect them${minutes === undefined ? '' : ` in ${minutes} minutes`}`,
  askApproval: () => 'sent the ticket for approval',
  approve: () => 'approved the ticket',
  finalize: () => 'finalized the ticket',
  complete: () => 'completed the ticket',
  reopen: () => 'reopened the ticket',
  assign: detail => `assigned ${technicianOf(detail)}`,
  release: detail => `released ${technicianOf(detail)}`,
  'add-helper': detail => `added ${technicianOf(detail)} as a helper`,
  'remove-helper': detail => `removed ${technicianOf(detail)} as a helper`,
  'stop-helping': () => 'stopped helping',
  'enter-service-bay': ({ serviceBay = 'a bay' }) => `put the ticket in ${serviceBay}`,
  'leave-service-bay': ({ serviceBay = 'its bay' }) => `took the ticket out of ${serviceBay}`,
  plan: detail => `scheduled ${technicianOf(detail)}${onDay(detail)}`,
  unplan: detail => `removed ${technicianOf(detail)} from the schedule${onDay(detail)}`,
  'assign-planned': detail => `assigned ${technicianOf(detail)} as scheduled`,
  'plan-lapsed': detail => `canceled the planned assignment of ${technicianOf(detail)}`,
  'change-check-in': () => 'changed the check-in notes',
  'change-rig-visit': () => 'changed the meters and dates',
  'change-details': detail => `changed the details of ${detailSubjectOf(detail)}`,
  'add-job': detail => `added ${jobOf(detail)}`,
  'remove-job': detail => `deleted ${jobOf(detail)}`,
  'change-job': changedJob,
  'approve-time': detail =>
    `approved the time of ${jobOf(detail)}${detail.hours === undefined ? '' : formatHoursChange(detail.hours)}`,
  'add-part': detail => `added ${partOf(detail)}${detail.job === undefined ? '' : ` to ${detail.job}`}`,
  'change-part': changedPart,
  'remove-part': detail => `removed ${partOf(detail)}`,
  'need-part': detail => `put ${partOf(detail)} on a purchase order`,
  'cancel-part': detail => `took ${partOf(detail)} off its purchase order`,
  'order-part': detail => `ordered ${partOf(detail)}`,
  'expect-part': detail =>
    detail.date === undefined
      ? `removed the expected day of ${partOf(detail)}`
      : `expects ${partOf(detail)} on ${formatDay(detail.date)}`,
  'receive-part': detail => `received ${partOf(detail)}`,
  'undo-receipt': detail => `undid the receipt of ${partOf(detail)}${formatReason(detail)}`,
  'return-part': detail => `returned ${partOf(detail)} to its vendor${formatReason(detail)}`,
  'undo-part-return': detail => `undid the return of ${partOf(detail)} to its vendor`,
  'reopen-part-order': detail => `put ${partOf(detail)} back on its purchase order`,
  'add-photo': detail => `added ${photosOf(detail)} to ${jobOf(detail)}`,
  'remove-photo': detail => `removed ${photosOf(detail)} from ${jobOf(detail)}`,
  'change-customer-image': detail => `${formatImageChange(detail)} the customer’s photo`,
  'change-rig-image': detail => `${formatImageChange(detail)} the RV’s photo`,
  'clock-in': detail => `clocked in${onJob(detail)}`,
  'clock-out': detail =>
    detail.technician === undefined
      ? `clocked out${onJob(detail)}`
      : `stopped the clock of ${detail.technician}${onJob(detail)}`,
  'correct-clock': correctedClock,
  'hand-over': detail =>
    `handed to the desk ${detail.photos === undefined ? 'what' : 'a photo that'} the phone could not send${onJob(detail)}`,
  'settle-hand-over': detail => `took care of what ${technicianOf(detail)} handed to the desk`,
  review: () => 'reviewed the visit',
  'answer-review': () => 'answered the review',
  'remove-review': detail => `of Rigwright removed the review${formatReason(detail)}`,
  'restore-review': detail => `of Rigwright restored the review${formatReason(detail)}`,
  'correct-vin': detail =>
    `of Rigwright corrected the VIN${detail.vin === undefined ? '' : ` from ${detail.vin.before} to ${detail.vin.after}`}${formatReason(detail)}`,
  'add-addendum': detail =>
    `added ${detail.photos === undefined ? '' : `${photosOf(detail)} `}to the completed ticket`,
  'forget-customer': () => 'of Rigwright removed the customer’s details',
  'erase-customer': () => 'removed the customer’s details at their request',
  'create-link': () => 'created a customer link',
  'revoke-link': () => 'turned off the customer’s link',
  'email-link': () => 'emailed the customer their link',
  'open-link': () => 'opened the link',
  'turn-on-push': () => 'turned on phone notifications',
  'turn-off-push': () => 'turned off phone notifications',
  'remove-push': () => 'stopped phone notifications: the customer’s email or phone number changed',
  'send-message': detail => `messaged the customer${aboutJob(detail)}`,
  'receive-message': detail => `sent a message${aboutJob(detail)}`,
  'read-messages': () => 'read the customer’s messages',
  'read-company-messages': () => 'read the company’s messages',
  'email-messages': detail => emailedCustomer('what they had not read', detail),
  'ask-for-review': detail =>
    `${detail.reason === undefined ? 'asked' : 'could not ask'} the customer for a review${formatReason(detail)}`,
  'issue-invoice': detail => `issued invoice ${detail.invoice ?? ''}${forAmount(detail)}`,
  'bill-trip': detail => `billed a trip on invoice ${detail.invoice ?? ''}${forAmount(detail)}`,
  'add-fee': detail => `added a fee on invoice ${detail.invoice ?? ''}${forAmount(detail)}`,
  'dismiss-fee': detail => `dismissed a fee${formatReason(detail)}`,
  'set-pickup-day': detail =>
    detail.date === undefined ? 'removed the pickup day' : `set the pickup day to ${formatDay(detail.date)}`,
  'issue-credit-note': detail => `issued credit note ${detail.invoice ?? ''}${forAmount(detail)}`,
  'forget-exemption': () => 'removed the customer’s tax exemption',
  'take-payment': detail => `recorded a payment${ofAmount(detail)} for invoice ${detail.invoice ?? ''}`,
  'take-deposit': detail => `recorded a deposit${ofAmount(detail)}`,
  refund: detail => `recorded a refund${ofAmount(detail)}`,
  'withdraw-deposit': () => 'stopped asking for a deposit',
  'void-payment': detail => `voided a payment${ofAmount(detail)} that was recorded by mistake`,
  'dispute-payment': detail => `recorded a disputed payment${ofAmount(detail)}`,
  'win-dispute': detail => `recorded a won dispute${ofAmount(detail)}`,
  'fail-refund': detail => `recorded a failed refund${ofAmount(detail)}`,
  'remind-payment': ({ invoice = '' }) => `emailed a reminder of invoice ${invoice}`,
  'stop-reminders': ({ invoice = '' }) => `stopped the reminders of invoice ${invoice}`,
  'resume-reminders': ({ invoice = '' }) => `resumed the reminders of invoice ${invoice}`,
  'correct-days': correctedDays,
  'promise-day': detail => `promised the RV${onDay(detail)}`,
  'move-promised-day': ({ date }) =>
    `moved the promised day${date === undefined ? '' : ` to ${formatDay(date)}`}`,
  'email-promised-day': detail => emailedCustomer('the new promised day', detail),
  hold: detail => `put the work on hold${waitingFor(detail)}`,
  resume: () => 'resumed the work',
  'update-customer': detail => emailedCustomer(`that nothing has changed${waitingFor(detail)}`, detail),
  'request-approval': detail => `requested approval for ${linesOf(detail)}${formatReason(detail)}`,
  'withdraw-request': detail => `canceled the approval request for ${jobOf(detail)}`,
  'approve-line': detail => formatAnswer('approved', detail),
  'decline-line': detail => formatAnswer('declined', detail),
  'add-component': detail => `added ${componentOf(detail)} to the RV’s components`,
  'correct-component': detail => `corrected ${componentOf(detail)} of the RV`,
  'photograph-plate': detail => `photographed the plate of ${componentOf(detail)}`,
  'remove-component': detail => `noted that ${componentOf(detail)} is no longer in the RV`,
  'record-walkaround': () => 'recorded the walkaround',
  'change-walkaround': () => 'changed the walkaround',
  'attach-supplier-bill': detail => `attached the supplier’s bill of ${partOf(detail)}`,
  'remove-supplier-bill': detail => `removed the supplier’s bill of ${partOf(detail)}`,
  'sign-drop-off': () => 'took the customer’s signature at drop-off',
  'sign-estimate': () => 'signed the estimate by link',
  'sign-work-done': () => 'took the customer’s signature for the work done',
  'sign-pickup': () => 'took the customer’s signature at pickup',
  'undo-approval': detail => undoneAnswer('approval', detail),
  'undo-decline': detail => undoneAnswer('decline', detail),
  'unlock-link': () => 'unlocked the customer’s link',
  'lock-link': () => 'was locked out: too many wrong answers on the link',
} as const satisfies Record<Verb, (detail: ActivityDetail) => string> &
  Record<string, (detail: ActivityDetail) => string>

/** The verbs of a ticket's money, which technicians are not told of. */
export const MONEY_VERBS = [
  'ticket.issue-invoice',
  'ticket.bill-trip',
  'ticket.add-fee',
  'ticket.dismiss-fee',
  'ticket.issue-credit-note',
  'ticket.forget-exemption',
  'ticket.take-payment',
  'ticket.take-deposit',
  'ticket.withdraw-deposit',
  'ticket.void-payment',
  'ticket.refund',
  'ticket.dispute-payment',
  'ticket.win-dispute',
  'ticket.fail-refund',
  'ticket.remind-payment',
  'ticket.stop-reminders',
  'ticket.resume-reminders',
] as const satisfies readonly `ticket.${keyof typeof SENTENCES}`[]

/** Every action on a ticket: steps and other work. */
export type TicketAction = keyof typeof SENTENCES

const isTicketAction = (name: string): name is TicketAction => Object.hasOwn(SENTENCES, name)

/** Whether a verb, `ticket.` and the action, has a sentence. */
export const hasSentence = (verb: string): boolean => isTicketAction(verb.replace('ticket.', ''))

/** Whether an action is a step of the ticket. */
export const isTransition = (action: TicketAction): action is Verb => VERBS.some(verb => verb === action)

/** An entry as a sentence without a period: `Rosa clocked in on 2. Roof leak`. */
export function activitySentence({ by, verb, detail }: Omit<ActivityEntry, 'at'>): string {
  const action = verb.replace('ticket.', '')
  const predicate = isTicketAction(action) ? SENTENCES[action](detail ?? {}) : 'changed the ticket'
  return `${firstNameOf(by)} ${predicate}`
}

/** Saves of one field by one person within this time of each other are one entry. */
export const MERGE_WINDOW_MS = 5 * 60_000

const mergeKeyOf = ({ by, verb, detail }: ActivityEntry): string | null =>
  detail?.field === undefined
    ? null
    : JSON.stringify([by.id, verb, detail.field, detail.jobNumber, detail.partId])

const mergeBeforeAfter = <T>(
  later: BeforeAfter<T> | undefined,
  earlier: BeforeAfter<T> | undefined,
): BeforeAfter<T> | undefined =>
  later === undefined || earlier === undefined ? later : { before: earlier.before, after: later.after }

/** The later save's entry, with the value from before the earlier one. */
function mergeEntries<E extends ActivityEntry>(later: E, earlier: E): E {
  const hours = mergeBeforeAfter(later.detail?.hours, earlier.detail?.hours)
  const quantity = mergeBeforeAfter(later.detail?.quantity, earlier.detail?.quantity)
  const merged = { ...(hours && { hours }), ...(quantity && { quantity }) }
  return { ...later, detail: { ...later.detail, ...merged } }
}

/**
 * Text is saved while typing, so saves of one field by one person, each within five minutes of the next, are one
 * entry: the newest. `entries` and the result are newest first.
 */
export function coalesceEntries<E extends ActivityEntry>(entries: readonly E[]): E[] {
  const merged: E[] = []
  const latestByKey = new Map<string, { index: number; at: Date }>()
  for (const entry of entries) {
    const key = mergeKeyOf(entry)
    const latest = key === null ? undefined : latestByKey.get(key)
    const newest = latest === undefined ? undefined : merged[latest.index]
    const isMergeable = latest !== undefined && latest.at.getTime() - entry.at.getTime() <= MERGE_WINDOW_MS
    if (isMergeable && newest !== undefined) merged[latest.index] = mergeEntries(newest, entry)
    else merged.push(entry)
    const index = isMergeable ? latest.index : merged.length - 1
    if (key !== null) latestByKey.set(key, { index, at: entry.at })
  }
  return merged
}

/** Groups entries by the company's date (`YYYY-MM-DD`), keeping their order. */
export function groupByDay<E extends Pick<ActivityEntry, 'at'>>(
  entries: readonly E[],
  timeZone: string,
): { readonly day: string; readonly entries: readonly E[] }[] {
  const days = new Map<string, E[]>()
  for (const entry of entries) {
    const day = dayOf(entry.at, timeZone)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days].map(([day, dayEntries]) => ({ day, entries: dayEntries }))
}
