// Asks the customer about job lines: request, email and push message, in the transaction of the command.

import {
  blockersForPricing,
  currentApprovalRequests,
  lastAnswers,
  withClockedEstimate,
} from '#domain/approvals/approval.ts'
import { raisedLines } from '#domain/approvals/raise.ts'
import { type EmailOutcome, NOT_SENT_BECAUSE } from '#domain/mail/email-outcome.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { jobOf } from '#domain/tickets/job.ts'
import { type Ticket, withAsked, withJob, withoutAsked } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { findMailedLinkUrl } from '#server/features/customer-links/store.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { saveJob } from '#server/features/tickets/job-store.ts'
import { listCustomerAnswers, recordActivity, saveCard } from '#server/features/tickets/store.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { approvalRequestEmail } from './emails.ts'
import { type LineVersion, toLineVersion } from './line-version.ts'
import { addRequest, listRequests, type RequestWords, withdrawOpenRequests } from './store.ts'

/**
 * Replaces open requests for these lines, and tells the customer at the link whether each costs more than they
 * approved. Without a link they are not told, and the desk records their answer by phone.
 */
export async function requestLines(
  work: UnitOfWork,
  context: RequestContext,
  ticket: Ticket,
  lines: readonly LineVersion[],
  words: RequestWords,
  url: string | null,
): Promise<EmailOutcome> {
  const jobs = lines.map(({ snapshot }) => jobOf(ticket, snapshot.jobNumber))
  await withdrawOpenRequests(
    work,
    ticket.ticketId,
    jobs.map(({ jobNumber }) => jobNumber),
  )
  const { approvals } = await listCustomerAnswers(work, ticket.ticketId)
  const isRaised = lines.every(
    ({ snapshot: { jobNumber, total } }) => (approvals.get(jobNumber)?.total ?? Infinity) < (total ?? 0),
  )
  await addRequest(work, ticket, words, lines)
  const asking = { lines: jobs.length, isRaised }
  const email =
    url === null
      ? null
      : approvalRequestEmail(
          await getCompany(work),
          ticket,
          { ...asking, withDeposit: words.deposit !== null },
          url,
        )
  const outcome = email === null ? 'no-mail' : await emailCustomer(work, context, email)
  await enqueuePush(work, context, ticket, { about: 'ask', ...asking })
  const because = NOT_SENT_BECAUSE[outcome]
  const [first] = jobs
  const changed = withAsked(
    ticket,
    jobs.map(({ jobNumber }) => jobNumber),
  )
  saveCard(work, changed, 'request-approval', {
    ...(first !== undefined && jobs.length === 1 ? jobDetail(first) : { lines: jobs.length }),
    // A raise asks by itself: nobody at the desk sees its outcome.
    reason: email === null || because === undefined ? undefined : `not emailed, ${because}`,
  })
  return outcome
}

/**
 * Makes what the clock charges of these lines their estimate, where that is more: their customer is asked about the true price.
 * Returns the ticket with it.
 */
export function raiseClockedEstimates(
  work: UnitOfWork,
  ticket: Ticket,
  jobNumbers: readonly number[],
): Ticket {
  let raised = ticket
  for (const jobNumber of jobNumbers) {
    const before = jobOf(ticket, jobNumber)
    const after = withClockedEstimate(before)
    if (after === before) continue
    raised = withJob(raised, after)
    saveJob(work, ticket.ticketId, after)
    const hours = { before: before.estimatedTime, after: after.estimatedTime }
    recordActivity(work, raised, 'change-job', { ...jobDetail(after), field: 'estimatedTime', hours })
  }
  return raised
}

/**
 * After a price changed: asks again about approved lines that rose beyond the company's tolerance, once for each, and
 * withdraws the request for a line that is back at what was approved. `ticket` is as changed.
 */
export async function askAgainIfRaised(
  work: UnitOfWork,
  context: RequestContext,
  ticket: Ticket,
): Promise<void> {
  if (ticket.jobs.every(({ answer }) => answer !== 'approved')) return
  const { ticketId } = ticket
  const { laborRate, approvalTolerance } = await getCompany(work)
  const { asked, approvals } = await listCustomerAnswers(work, ticketId)
  const requests = asked.size === 0 ? [] : await listRequests(work, ticketId)
  const answers = lastAnswers(requests)
  const open = currentApprovalRequests(requests)
  let changed = ticket
  for (const job of ticket.jobs) {
    const approved = answers.get(job.jobNumber)?.shownVersion
    // What was asked again without a change is not taken back by another line's.
    const isBack =
      approved === toLineVersion(ticket, job, laborRate).version &&
      approved !== open.get(job.jobNumber)?.askedVersion
    if (job.answer !== 'approved' || !asked.has(job.jobNumber) || !isBack) continue
    await withdrawOpenRequests(work, ticketId, [job.jobNumber])
    changed = withoutAsked(changed, job.jobNumber)
    saveCard(work, changed, 'withdraw-request', jobDetail(job))
  }
  const risen = raisedLines(ticket, approvals, laborRate, approvalTolerance)
    .map(({ jobNumber }) => jobNumber)
    .filter(jobNumber => !asked.has(jobNumber))
  changed = raiseClockedEstimates(work, changed, risen)
  const lines = risen
    .map(jobNumber => toLineVersion(changed, jobOf(changed, jobNumber), laborRate))
    .filter(({ snapshot }) => blockersForPricing(snapshot).length === 0)
  if (lines.length === 0) return
  // A link that the desk has turned off, or never made, stays that way.
  const url = await findMailedLinkUrl(work, context, ticket)
  await requestLines(work, context, changed, lines, { note: '', deposit: null }, url)
}
