// What the customer is asked to pay for one job line, and what they said. A yes counts for exactly what was
// on their screen: its words, hours and prices are kept, and a line that was changed since is shown anew
// before anybody can agree to it.

import type { Signature } from '#domain/account/actor.ts'
import { type Cents, printMoney, sum } from '#domain/lib/money.ts'
import { type Obstacle, refuseIfAny } from '#domain/lib/refusal.ts'
import { approveTime, type Job, jobLabel, laborOf } from '#domain/tickets/job.ts'
import { type Part, partLabel, partTotal } from '#domain/tickets/part.ts'
import { shopSuppliesOf } from '#domain/tickets/ticket.ts'

export type LinePart = {
  readonly description: string
  readonly quantity: number
  readonly perPartAmount: Cents | null
  readonly totalAmount: Cents | null
}

/** A job line as the customer is shown it: all that a yes or a no is about. */
export type LinePicture = {
  readonly jobNumber: number
  readonly problem: string
  /** Decimal hours that labor is charged for. */
  readonly hours: number
  /** Per hour; null where no hours are charged, or the company has none. */
  readonly laborRate: Cents | null
  readonly labor: Cents
  readonly parts: readonly LinePart[]
  readonly partsAmount: Cents
  readonly shopSupplies: Cents
  /** All in. Null as long as one of its parts has no price. */
  readonly total: Cents | null
}

/** The hours of a line: those that are proposed for an estimate, where there are any. */
export const hoursOf = (job: Pick<Job, 'estimate' | 'suggestedTime' | 'estimatedTime'>): number =>
  job.estimate && job.suggestedTime !== null ? job.suggestedTime : job.estimatedTime

type Priced = { readonly parts: readonly Part[] }

/**
 * The line with its all-in price: labor (hours × rate), its own parts, and 10 % of those for shop supplies,
 * each rounded half up to a cent. `laborRate` in cents an hour. Labor and parts of all lines come to those of
 * the ticket exactly; supplies are rounded once for each line here and once for the whole ticket there.
 */
export function pictureOf(job: Job, { parts }: Priced, laborRate: Cents | null): LinePicture {
  const hours = hoursOf(job)
  const own = parts.filter(({ jobNumber }) => jobNumber === job.jobNumber)
  const labor = laborOf({ estimatedTime: hours, answer: 'none' }, laborRate)
  const totals = own.map(partTotal)
  const partsAmount = sum(totals.filter(total => total !== null))
  const shopSupplies = shopSuppliesOf(partsAmount)
  return {
    ...{ jobNumber: job.jobNumber, problem: job.problem, hours, laborRate: hours === 0 ? null : laborRate },
    labor,
    parts: own.map((part, place) => ({
      ...{ description: part.description, quantity: part.quantity },
      ...{ perPartAmount: part.perPartAmount, totalAmount: totals[place] ?? null },
    })),
    ...{ partsAmount, shopSupplies },
    total: totals.includes(null) ? null : sum([labor, partsAmount, shopSupplies]),
  }
}

/** Why nobody can be asked to pay for a line yet: what it costs is not all known. */
export function obstaclesToPricing(picture: LinePicture): Obstacle[] {
  const unpriced = picture.parts.filter(part => part.totalAmount === null).map(partLabel)
  if (unpriced.length > 0) return [{ code: 'part.unpriced', parts: unpriced }]
  if (picture.hours > 0 && picture.laborRate === null)
    return [{ code: 'approval.no-rate', job: jobLabel(picture) }]
  return picture.total === 0 ? [{ code: 'approval.no-price', job: jobLabel(picture) }] : []
}

export type LineAnswer = 'approved' | 'declined'
export type How = 'link' | 'phone'

type Asked = {
  readonly requestId: string
  readonly jobNumber: number
  readonly note: string
  readonly askedAt: Date
  readonly askedBy: Signature
  /** The line as it was when it was asked about. */
  readonly asked: LinePicture
  readonly askedVersion: string
}

type Ended = { readonly endedAt: Date; readonly endedBy: Signature }

/** One line of one request to the customer. */
export type Question = Asked &
  (
    | { readonly standing: 'open' }
    | ({ readonly standing: 'withdrawn' } & Ended)
    | ({
        readonly standing: LineAnswer
        readonly how: How
        /** Null for an answer that did not come over the network. */
        readonly address: string | null
        /** The line as it was answered. */
        readonly shown: LinePicture
        readonly shownVersion: string
      } & Ended)
  )

export type OpenQuestion = Extract<Question, { standing: 'open' }>
export type AnsweredQuestion = Extract<Question, { standing: LineAnswer }>

/** The question that counts for each line: its last one that was not taken back. `questions` oldest first. */
export const standingQuestions = (
  questions: readonly Question[],
): ReadonlyMap<number, OpenQuestion | AnsweredQuestion> =>
  new Map(
    questions
      .filter(question => question.standing !== 'withdrawn')
      .map(question => [question.jobNumber, question]),
  )

/** The last answer to each line, also where it is asked about again since. `questions` oldest first. */
export const lastAnswers = (questions: readonly Question[]): ReadonlyMap<number, AnsweredQuestion> =>
  new Map(
    questions
      .filter((question): question is AnsweredQuestion => 'shown' in question)
      .map(question => [question.jobNumber, question]),
  )

type Told = Pick<LinePicture, 'problem' | 'total'>

/** A line that was approved as it `was` and is another by now. */
export type ChangedSince = { readonly was: Told; readonly is: Told }

const allIn = (total: Cents | null): string =>
  total === null ? 'without a price' : `${printMoney(total)} all in`

/** `by`: whoever approved, as the reader calls them. `line`: where the sentence does not stand beside it. */
export function changedSentence(
  { was, is }: ChangedSince,
  by: 'you' | 'the customer',
  line = 'This line',
): string {
  const prices =
    was.total === is.total
      ? `Its price is the same, ${allIn(is.total)}; its hours, its parts or its words are others.`
      : `It was ${allIn(was.total)} then, and is ${allIn(is.total)} now.`
  const words =
    was.problem === is.problem ? '' : ` It read “${was.problem}” then, and reads “${is.problem}” now.`
  return `${line} was changed after ${by} approved it. ${prices}${words}`
}

const answeredBefore = ({ standing, how, endedAt, asked }: AnsweredQuestion): Obstacle => ({
  ...{ code: 'approval.answered', job: jobLabel(asked), answer: standing, how, at: endedAt },
})

/** What stands between a line and asking about it; `again` asks about one that was asked about before. */
export function obstaclesToAsking(
  picture: LinePicture,
  standing: OpenQuestion | AnsweredQuestion | undefined,
  again: boolean,
): Obstacle[] {
  if (standing === undefined || again) return obstaclesToPricing(picture)
  return standing.standing === 'open'
    ? [{ code: 'approval.asked', job: jobLabel(picture) }]
    : [answeredBefore(standing)]
}

type Seen = { readonly requestId: string; readonly version: string }

/** The open question, as long as it is the one that was seen and the line is still what was seen. */
export function openAsSeen(
  standing: OpenQuestion | AnsweredQuestion | undefined,
  seen: Seen,
  version: string,
): OpenQuestion {
  if (standing === undefined) refuseIfAny([{ code: 'approval.withdrawn' }])
  else if (standing.standing !== 'open') refuseIfAny([answeredBefore(standing)])
  else if (standing.requestId !== seen.requestId || seen.version !== version)
    refuseIfAny([{ code: 'approval.changed' }])
  return standing as OpenQuestion
}

/** Refuses to write down a second answer to a line, unless the desk has seen the first. */
export function refuseIfAnswered(
  standing: OpenQuestion | AnsweredQuestion | undefined,
  again: boolean,
): void {
  if (!again && standing !== undefined && standing.standing !== 'open')
    refuseIfAny([answeredBefore(standing)])
}

/** The line after its answer. A yes to a proposed time is Approve Time (specification 4). */
export function answerLine(job: Job, answer: LineAnswer): Job {
  const isProposed = job.estimate && job.suggestedTime !== null
  return { ...(answer === 'approved' && isProposed ? approveTime(job) : job), answer }
}
