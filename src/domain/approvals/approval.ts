// What the customer is asked to approve for a job line, and their answer. An approval covers exactly what was shown:
// text, hours and prices are stored, and a changed line is shown again before it can be approved.

import type { Signature } from '#domain/account/actor.ts'
import { type Cents, formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import { describeClockRule } from '#domain/pricing/clock-rule.ts'
import { hourlyRateOf } from '#domain/pricing/labor-rate.ts'
import { describeSupplies, type SuppliesRule, shopSuppliesOf } from '#domain/pricing/supplies.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'
import { approveTime, type Job, jobLabel, waitingTime } from '#domain/tickets/job.ts'
import { chargedHours, laborOf } from '#domain/tickets/labor.ts'
import { type Part, partLabel, partTotal } from '#domain/tickets/part.ts'
import type { State } from '#domain/tickets/ticket.ts'
import { partsByLine } from '#domain/tickets/totals.ts'

type LinePart = {
  readonly description: string
  readonly quantity: number
  readonly perPartAmount: Cents | null
  readonly totalAmount: Cents | null
}

/** A job line as shown to the customer: all that an answer refers to. */
export type LineSnapshot = {
  readonly jobNumber: number
  readonly problem: string
  /** Decimal hours that labor is charged for; with a flat price those it is estimated at. */
  readonly hours: number
  /** Whether labor is a flat price. */
  readonly isFlatPrice?: boolean | undefined
  /** How labor is billed by the clock, which the hours are an estimate of: as from `describeClockRule`. */
  readonly clockTerms?: string | undefined
  /** Per hour; null without charged hours or a labor rate. */
  readonly laborRate: Cents | null
  /** Of the labor rate, if one was chosen for the line. */
  readonly laborRateName?: string | undefined
  readonly labor: Cents
  readonly parts: readonly LinePart[]
  readonly partsAmount: Cents
  readonly shopSupplies: Cents
  /** How supplies are computed, if the company has its own rule: `8.25% of parts`. */
  readonly suppliesLabel?: string | undefined
  /** Including supplies. Null while one of its parts has no price. */
  readonly total: Cents | null
}

type PricedTicket = {
  readonly jobs: readonly Pick<Job, 'jobNumber' | 'answer' | 'approvedSupplies' | 'billed'>[]
  readonly parts: readonly Part[]
  readonly suppliesRule: SuppliesRule | null
}

/** The line's parts and its share of the ticket's supplies; what a declined line would add. */
function partsOf(job: Job, { jobs, parts, suppliesRule }: PricedTicket) {
  const answer = job.answer === 'declined' ? 'none' : job.answer
  const asked = jobs.map(each => (each.jobNumber === job.jobNumber ? { ...each, answer } : each))
  const lines = partsByLine({ jobs: asked, parts, suppliesRule })
  const partsAmount = lines.parts.get(job.jobNumber) ?? NO_MONEY
  return { partsAmount, shopSupplies: lines.supplies.get(job.jobNumber) ?? NO_MONEY }
}

/** How a line's supplies are computed; undefined for the specification's 10 %. */
function suppliesLabelOf(partsAmount: Cents, shopSupplies: Cents, rule: SuppliesRule | null) {
  if (partsAmount === 0) return undefined
  const isApproved = shopSupplies > shopSuppliesOf(partsAmount, rule) + 1
  if (isApproved) return 'As approved'
  return rule === null ? undefined : describeSupplies(rule)
}

/**
 * The line as the customer is asked about it, with its total: labor (hours × rate, or a flat price), its parts, and its share of
 * the ticket's shop supplies. Of labor by the clock that is the estimate, also once it was clocked. `laborRate` in cents per
 * hour. The lines, and the parts that are on none, add up to the ticket exactly.
 */
export function snapshotOf(job: Job, ticket: PricedTicket, laborRate: Cents | null): LineSnapshot {
  const estimatedTime = waitingTime(job) ?? job.estimatedTime
  const billed = job.clockRule === null ? job.billed : null
  return snapshotWith({ ...job, estimatedTime, clockedHours: null, billed }, ticket, laborRate)
}

/** The line as it is billed: at the hours that were clocked, and without a suggested time, which was not approved. */
export const billedSnapshotOf = (job: Job, ticket: PricedTicket, laborRate: Cents | null): LineSnapshot =>
  snapshotWith(job, ticket, laborRate)

function snapshotWith(job: Job, ticket: PricedTicket, laborRate: Cents | null): LineSnapshot {
  const { namedRate, flatPrice, clockRule } = job
  const isFlatPrice = flatPrice !== null
  const hours = chargedHours(job)
  const lineParts = ticket.parts.filter(({ jobNumber }) => jobNumber === job.jobNumber)
  const labor = laborOf({ ...job, answer: 'none' }, laborRate)
  const totals = lineParts.map(partTotal)
  const { partsAmount, shopSupplies } = partsOf(job, ticket)
  const suppliesLabel = suppliesLabelOf(partsAmount, shopSupplies, ticket.suppliesRule)
  return {
    jobNumber: job.jobNumber,
    problem: job.problem,
    hours,
    ...(isFlatPrice && { isFlatPrice }),
    ...(clockRule !== null && { clockTerms: describeClockRule(clockRule) }),
    laborRate: hours === 0 || isFlatPrice ? null : hourlyRateOf(job, laborRate),
    ...(namedRate !== null && hours > 0 && !isFlatPrice && { laborRateName: namedRate.name }),
    labor,
    parts: lineParts.map((part, index) => ({
      description: part.description,
      quantity: part.quantity,
      perPartAmount: part.perPartAmount,
      totalAmount: totals[index] ?? null,
    })),
    partsAmount,
    shopSupplies,
    ...(suppliesLabel !== undefined && { suppliesLabel }),
    total: totals.includes(null) ? null : sum([labor, partsAmount, shopSupplies]),
  }
}

/**
 * The line as the customer is asked about it again: the clock charges more hours than were estimated, so those are the estimate
 * now. The same line otherwise.
 */
export function withClockedEstimate(job: Job): Job {
  const { clockedHours, billed } = job
  const isMore = clockedHours !== null && clockedHours > (waitingTime(job) ?? job.estimatedTime)
  if (!isMore || billed !== null) return job
  return {
    ...job,
    estimatedTime: clockedHours,
    suggestedTime: job.estimate ? clockedHours : job.suggestedTime,
  }
}

/** Why a line cannot be priced yet. */
export function blockersForPricing(snapshot: LineSnapshot): Blocker[] {
  const unpriced = snapshot.parts.filter(part => part.totalAmount === null).map(partLabel)
  if (unpriced.length > 0) return [{ code: 'part.unpriced', parts: unpriced }]
  if (snapshot.hours > 0 && snapshot.laborRate === null && !snapshot.isFlatPrice)
    return [{ code: 'approval.no-rate', job: jobLabel(snapshot) }]
  return snapshot.total === 0 ? [{ code: 'approval.no-price', job: jobLabel(snapshot) }] : []
}

export type LineAnswer = 'approved' | 'declined'
export type AnswerChannel = 'link' | 'phone'

type ApprovalRequestBase = {
  readonly requestId: string
  readonly jobNumber: number
  readonly note: string
  readonly askedAt: Date
  readonly askedBy: Signature
  /** The line when it was requested. */
  readonly asked: LineSnapshot
  readonly askedVersion: string
}

/** What an answer by phone may have changed. */
export type BeforeAnswer = Pick<Job, 'estimatedTime' | 'estimate' | 'suggestedTime'> & {
  /** Whether the customer was asked about the line. */
  readonly wasAsked: boolean
}

type EndedBy = { readonly endedAt: Date; readonly endedBy: Signature }

/** One line of an approval request. */
export type ApprovalRequest = ApprovalRequestBase &
  (
    | { readonly state: 'open' }
    | ({ readonly state: 'withdrawn' } & EndedBy)
    | ({
        readonly state: LineAnswer
        readonly how: AnswerChannel
        /** Null for an answer by phone. */
        readonly address: string | null
        /** Who answered, as the customer typed it on the link or as the desk noted it of a call; null if unknown. */
        readonly typedName: string | null
        /** At which number an answer by phone was given; null for one by link, and if it was not noted. */
        readonly phone: string | null
        /**
         * What the line's correction said at the answer or, later, at Approve Ticket; null if unknown, or if work had begun
         * at Ask Approval.
         */
        readonly correction: string | null
        /** Null for an answer by link, and for older ones. */
        readonly before: BeforeAnswer | null
        /** The line when it was answered. */
        readonly shown: LineSnapshot
        readonly shownVersion: string
      } & EndedBy)
  )

export type OpenApprovalRequest = Extract<ApprovalRequest, { state: 'open' }>
export type AnsweredApprovalRequest = Extract<ApprovalRequest, { state: LineAnswer }>

/** The current request of each line: its last one that was not canceled. Requests oldest first. */
export const currentApprovalRequests = (
  requests: readonly ApprovalRequest[],
): ReadonlyMap<number, OpenApprovalRequest | AnsweredApprovalRequest> =>
  new Map(
    requests.filter(request => request.state !== 'withdrawn').map(request => [request.jobNumber, request]),
  )

/** The last answer to each line, even if it was requested again. Requests oldest first. */
export const lastAnswers = (
  requests: readonly ApprovalRequest[],
): ReadonlyMap<number, AnsweredApprovalRequest> =>
  new Map(
    requests
      .filter((request): request is AnsweredApprovalRequest => 'shown' in request)
      .map(request => [request.jobNumber, request]),
  )

type PricedLine = Pick<LineSnapshot, 'problem' | 'total'>

/** A line when it was approved (`was`) and now. */
export type ChangedSince = { readonly was: PricedLine; readonly is: PricedLine }

const formatTotal = (total: Cents | null): string => (total === null ? 'not priced' : formatMoney(total))

/** `by`: who approved, as named for the reader. `line`: if the sentence is not shown beside the line. */
export function changedSentence(
  { was, is }: ChangedSince,
  by: 'you' | 'the customer',
  line = 'This job',
): string {
  const prices =
    was.total === is.total
      ? `The total is still ${formatTotal(is.total)}, but the hours, parts or description changed.`
      : `The total was ${formatTotal(was.total)} and is now ${formatTotal(is.total)}.`
  const words =
    was.problem === is.problem ? '' : ` The description was “${was.problem}” and is now “${is.problem}”.`
  return `${line} was changed after ${by} approved it. ${prices}${words}`
}

const answeredBlocker = ({ state, how, endedAt, asked }: AnsweredApprovalRequest): Blocker => ({
  code: 'approval.answered',
  job: jobLabel(asked),
  answer: state,
  how,
  at: endedAt,
})

/** Why a line cannot be requested; `again` allows one that was requested before. */
export function blockersForRequesting(
  snapshot: LineSnapshot,
  current: OpenApprovalRequest | AnsweredApprovalRequest | undefined,
  again: boolean,
): Blocker[] {
  if (current === undefined || again) return blockersForPricing(snapshot)
  return current.state === 'open'
    ? [{ code: 'approval.requested', job: jobLabel(snapshot) }]
    : [answeredBlocker(current)]
}

type SeenVersion = { readonly requestId: string; readonly version: string; readonly again: boolean }

/**
 * The request that the customer answers: the one that was shown, while the line is unchanged. `again` changes an answer,
 * which is possible until work on the line has begun.
 */
export function requireAnswerable(
  current: OpenApprovalRequest | AnsweredApprovalRequest | undefined,
  seen: SeenVersion,
  version: string,
  job: Job,
  state: State,
): OpenApprovalRequest | AnsweredApprovalRequest {
  if (current === undefined) throw new Refusal([{ code: 'approval.withdrawn' }])
  const isSeen = current.requestId === seen.requestId
  if (current.state !== 'open' && !(seen.again && isSeen)) throw new Refusal([answeredBlocker(current)])
  if (current.state !== 'open' && hasBegunSince(current, job, state))
    throw new Refusal([{ code: 'approval.begun', job: jobLabel(job) }])
  if (!isSeen || seen.version !== version) throw new Refusal([{ code: 'approval.changed' }])
  return current
}

/**
 * Whether work on the line has begun since this answer: by a clock, by a correction that was written without one, or because
 * it was billed. While the ticket is in approval, the desk writes the correction; one from before has cleared the answer's.
 */
export function hasBegunSince(
  { endedAt, correction }: Pick<AnsweredApprovalRequest, 'endedAt' | 'correction'>,
  job: Pick<Job, 'sessions' | 'correction' | 'billed'>,
  state: State,
): boolean {
  const isClocked = job.sessions.some(
    ({ clockOutTime }) => clockOutTime === null || clockOutTime.getTime() > endedAt.getTime(),
  )
  const isOther = correction === null || (state === 'active' && job.correction !== correction)
  return job.billed !== null || isClocked || (job.correction !== '' && isOther)
}

/** Refuses a second answer to a line, unless the first one was shown. */
export function assertUnanswered(
  current: OpenApprovalRequest | AnsweredApprovalRequest | undefined,
  again: boolean,
): void {
  if (!again && current !== undefined && current.state !== 'open')
    assertNoBlockers([answeredBlocker(current)])
}

/**
 * The line after its answer to what was shown. Approving a suggested time is Approve Time (specification 4), and an approved
 * share of supplies stays.
 */
export function answerLine(
  job: Job,
  answer: LineAnswer,
  { partsAmount: parts, shopSupplies: supplies }: Pick<LineSnapshot, 'partsAmount' | 'shopSupplies'>,
): Job {
  const isProposed = answer === 'approved' && job.estimate && job.suggestedTime !== null
  return { ...(isProposed ? approveTime(job) : job), ...answerFields(answer, { parts, supplies }) }
}

const answerFields = (answer: LineAnswer, share: { parts: Cents; supplies: Cents }) => ({
  answer,
  approvedSupplies: answer === 'declined' || share.parts === 0 ? null : share,
})

/** The answers by phone that the desk can undo: the last one to a line. */
export function requirePhoneAnswer(
  current: OpenApprovalRequest | AnsweredApprovalRequest | undefined,
): AnsweredApprovalRequest {
  if (current === undefined || current.state === 'open')
    throw new Refusal([{ code: 'approval.no-phone-answer' }])
  if (current.how !== 'phone') throw new Refusal([answeredBlocker(current)])
  return current
}

/**
 * The line without its last answer: as before it, with the answer that was given earlier or, mostly, none. A suggested time
 * that the answer approved is a suggestion again, unless the desk has changed the hours since.
 */
export function undoAnswer(
  job: Job,
  { before }: Pick<AnsweredApprovalRequest, 'before'>,
  earlier: OpenApprovalRequest | AnsweredApprovalRequest | undefined,
): Job {
  const answer =
    earlier === undefined || earlier.state === 'open'
      ? { answer: 'none' as const, approvedSupplies: null }
      : answerFields(earlier.state, {
          parts: earlier.shown.partsAmount,
          supplies: earlier.shown.shopSupplies,
        })
  if (before === null || job.estimate || job.suggestedTime !== null) return { ...job, ...answer }
  const { wasAsked: _, ...hours } = before
  const wasApproved = hours.estimate && job.estimatedTime === hours.suggestedTime
  return { ...job, ...answer, ...(wasApproved && hours) }
}

/** Who answered by phone, and at which number: `June Park, (574) 555-0100`; empty if neither was noted. */
export const phoneAnswererOf = ({
  typedName,
  phone,
}: Pick<AnsweredApprovalRequest, 'typedName' | 'phone'>): string =>
  [typedName, phone].filter(part => part !== null && part !== '').join(', ')

/** `by phone by June Park, (574) 555-0100, recorded by Walt Kim`, or `by June Park by link`. */
export function describeAnswerer({
  how,
  typedName,
  phone,
  recordedBy,
}: Pick<AnsweredApprovalRequest, 'how' | 'typedName' | 'phone'> & { readonly recordedBy: string }): string {
  if (how === 'link') return `by ${typedName ?? recordedBy} by link`
  const who = phoneAnswererOf({ typedName, phone })
  return `by phone${who === '' ? '' : ` by ${who}`}, recorded by ${recordedBy}`
}
