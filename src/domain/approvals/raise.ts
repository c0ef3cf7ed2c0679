// A yes is a yes to a price. A line whose price rose beyond the company's tolerance needs a new answer before the ticket
// can be finalized, and what the customer was never asked about is listed.

import { dayOf, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney, NO_MONEY } from '#domain/lib/money.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import { type Job, jobLabel } from '#domain/tickets/job.ts'
import { type Part, partLabel, partTotal } from '#domain/tickets/part.ts'
import type { RaisedLine } from '#domain/tickets/ticket.ts'
import { partsByLine } from '#domain/tickets/totals.ts'
import { type AnswerChannel, type ApprovalRequest, billedSnapshotOf, describeAnswerer } from './approval.ts'

/** What the customer approved for a line, when, and by whom. */
export type LineApproval = {
  /** Including parts and supplies, as shown. */
  readonly total: Cents
  readonly at: Date
  /** For an answer by phone: who recorded it. */
  readonly by: string
  readonly how: AnswerChannel
  /** For an answer by phone: who answered, and at which number, if that was noted. */
  readonly spokeWith: string | null
  readonly phone: string | null
}

type RequestedLine = {
  readonly jobNumber: number
  readonly state: ApprovalRequest['state']
} & { readonly [Name in keyof LineApproval]: LineApproval[Name] | null }

/** The lines with an open request, and those whose last answer was a yes. */
export type CustomerAnswers = {
  readonly asked: ReadonlySet<number>
  readonly approvals: ReadonlyMap<number, LineApproval>
}

/** What the customer was asked and approved. Requests oldest first; asking again keeps the approval. */
export function answersOf(requests: readonly RequestedLine[]): CustomerAnswers {
  const approvals = new Map<number, LineApproval>()
  for (const { jobNumber, state, total, at, by, how, spokeWith, phone } of requests)
    if (state === 'declined') approvals.delete(jobNumber)
    else if (state === 'approved' && total !== null && at !== null && by !== null && how !== null)
      approvals.set(jobNumber, { total, at, by, how, spokeWith, phone })
  const open = requests.filter(({ state }) => state === 'open')
  return { asked: new Set(open.map(({ jobNumber }) => jobNumber)), approvals }
}

/**
 * `$330.00 in all, by June Park by link, Thu, Nov 20, 2025 at 2:14 PM`, in the company's time zone; of an answer by phone, who
 * answered at which number and who recorded it.
 */
export function approvalSentence(
  { total, at, by, how, spokeWith, phone }: LineApproval,
  timeZone: string,
): string {
  const who = describeAnswerer({ how, typedName: spokeWith, phone, recordedBy: by })
  return `${formatMoney(total)} in all, ${who}, ${formatDayWithYear(dayOf(at, timeZone))} at ${formatTime(at, timeZone)}`
}

/** Whether a price rose by more than `tolerance` percent. */
export const isRaised = (was: Cents, is: Cents, tolerance: number): boolean =>
  (is - was) * 100 > was * tolerance

type PricedTicket = {
  readonly jobs: readonly Job[]
  readonly parts: readonly Part[]
  readonly suppliesRule: SuppliesRule | null
}

/** What the customer pays for a line now: nothing for a declined one; null while one of its parts has no price. */
export const priceOf = (job: Job, ticket: PricedTicket, laborRate: Cents | null): Cents | null =>
  job.answer === 'declined' ? NO_MONEY : billedSnapshotOf(job, ticket, laborRate).total

/**
 * The approved lines that would be billed at a raised price: labor, parts and supplies, as in `billedSnapshotOf`. A suggested
 * time is not billed before it is approved, and a line with an unpriced part cannot be finalized anyway. `laborRate` in
 * cents per hour, `tolerance` in percent.
 */
export const raisedLines = (
  ticket: PricedTicket,
  approvals: ReadonlyMap<number, Pick<LineApproval, 'total'>>,
  laborRate: Cents | null,
  tolerance: number,
): RaisedLine[] =>
  ticket.jobs.flatMap(job => {
    const was = job.answer === 'approved' ? approvals.get(job.jobNumber)?.total : undefined
    const is = priceOf(job, ticket, laborRate)
    return was !== undefined && is !== null && isRaised(was, is, tolerance)
      ? [{ jobNumber: job.jobNumber, was, is }]
      : []
  })

/** Something that will be billed, with its amount. */
export type Charge = { readonly label: string; readonly amount: Cents }

/**
 * What would be billed although the customer was asked about other lines only: lines without a request, parts on no
 * line, and the supplies on those. Empty if the customer was never asked about anything.
 */
export function unaskedCharges(
  ticket: PricedTicket,
  asked: ReadonlySet<number>,
  laborRate: Cents | null,
): Charge[] {
  const { jobs, parts } = ticket
  const unasked = jobs.filter(({ answer, jobNumber }) => answer === 'none' && !asked.has(jobNumber))
  if (unasked.length === jobs.length) return []
  const loose = parts.filter(({ jobNumber }) => jobNumber === null)
  const amounts = loose.map(part => partTotal(part) ?? NO_MONEY)
  return [
    ...unasked.map(job => ({ label: jobLabel(job), amount: priceOf(job, ticket, laborRate) ?? NO_MONEY })),
    ...loose.map((part, index) => ({ label: partLabel(part), amount: amounts[index] ?? NO_MONEY })),
    { label: 'Shop supplies', amount: partsByLine(ticket).supplies.get(null) ?? NO_MONEY },
  ].filter(({ amount }) => amount > 0)
}
