// Requests approval, records phone answers and cancels requests at the desk; answers for the customer.

import {
  type AnswerChannel,
  answerLine as applyAnswerTo,
  assertUnanswered,
  blockersForPricing,
  blockersForRequesting,
  currentApprovalRequests,
  type LineAnswer,
  type OpenApprovalRequest,
  requireOpenRequest,
} from '#domain/approvals/approval.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { type Job, jobLabel, jobOf } from '#domain/tickets/job.ts'
import { assertInWork, isInWork, type Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import { customerCommand } from '#server/features/customer-links/middleware.ts'
import { ensureLinkUrl } from '#server/features/customer-links/store.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { getTicket, listAskedLines, recordActivity, saveJob } from '#server/features/tickets/store.ts'
import { emailCustomer } from '#server/mail/limited-mail.ts'
import { command } from '#server/rpc/procedures.ts'
import { approvalRequestEmail } from './emails.ts'
import { type LineVersion, toLineVersion } from './line-version.ts'
import { addRequest, listRequests, saveAnswer, withdrawOpenRequests } from './store.ts'

export const requestApproval = command.approvals.request.handler(async ({ input, context }) => {
  const { work } = context
  const ticket = await getTicket(work, input.ticketId)
  assertInWork(ticket)
  const laborRate = await getLaborRate(work)
  const current = currentApprovalRequests(await listRequests(work, ticket.ticketId))
  const jobs = [...new Set(input.jobNumbers)].sort((one, other) => one - other).map(n => jobOf(ticket, n))
  const lines = jobs.map(job => toLineVersion(ticket, job, laborRate))
  assertNoBlockers(
    lines.flatMap(({ snapshot }) =>
      blockersForRequesting(snapshot, current.get(snapshot.jobNumber), input.again),
    ),
  )
  const jobNumbers = jobs.map(({ jobNumber }) => jobNumber)
  await withdrawOpenRequests(work, ticket.ticketId, jobNumbers)
  await addRequest(work, ticket, input.note, lines)
  const url = await ensureLinkUrl(work, context, ticket)
  const email = approvalRequestEmail(await getCompany(work), ticket, jobs.length, url)
  const outcome = await emailCustomer(work, context, email)
  await enqueuePush(work, context, ticket, { about: 'ask', lines: jobs.length })
  const [first] = jobs
  recordActivity(work, ticket, 'request-approval', {
    ...(first !== undefined && jobs.length === 1 ? jobDetail(first) : { lines: jobs.length }),
  })
  return { done: true, email: outcome }
})

type AnswerParameters = {
  readonly ticket: Ticket
  readonly job: Job
  readonly line: LineVersion
  readonly request: OpenApprovalRequest
  readonly answer: LineAnswer
  readonly how: AnswerChannel
  readonly address: string | null
}

/** Stores the answer, applies it to the line, and notifies the desk. */
async function applyAnswer(
  work: UnitOfWork,
  { ticket, job, line, request, answer, how, address }: AnswerParameters,
): Promise<void> {
  await saveAnswer(work, ticket.ticketId, {
    ...request,
    state: answer,
    how,
    address,
    endedAt: work.now,
    endedBy: work.by,
    shown: line.snapshot,
    shownVersion: line.version,
  })
  const after = applyAnswerTo(job, answer)
  saveJob(work, ticket.ticketId, after)
  if (after.estimate !== job.estimate) {
    const hours = { before: job.estimatedTime, after: after.estimatedTime }
    recordActivity(work, ticket, 'approve-time', { ...jobDetail(after), hours })
  }
  const open = (await listAskedLines(work, ticket.ticketId)).size
  recordActivity(
    work,
    ticket,
    answer === 'approved' ? 'approve-line' : 'decline-line',
    { ...jobDetail(after), ...(how === 'phone' ? { isByPhone: true } : {}) },
    how === 'link' ? { answered: { job: jobLabel(after), answer, open } } : {},
  )
}

export const answerLine = customerCommand.customerView.answerLine.handler(
  async ({ input, context: { work, ticket, address } }) => {
    const current = currentApprovalRequests(await listRequests(work, ticket.ticketId)).get(input.jobNumber)
    // The customer learns what happened to the ticket, but not how the desk could undo it.
    if (!isInWork(ticket)) assertNoBlockers([{ code: 'ticket.moved', lastMove: ticket.lastMove }])
    const job = ticket.jobs.find(({ jobNumber }) => jobNumber === input.jobNumber)
    if (job === undefined) return refuseAsWithdrawn()
    const line = toLineVersion(ticket, job, await getLaborRate(work))
    const request = requireOpenRequest(current, input, line.version)
    assertNoBlockers(blockersForPricing(line.snapshot).length > 0 ? [{ code: 'approval.changed' }] : [])
    const { answer } = input
    await applyAnswer(work, { ticket, job, line, request, answer, how: 'link', address })
    return { done: true }
  },
)

function refuseAsWithdrawn(): { done: true } {
  assertNoBlockers([{ code: 'approval.withdrawn' }])
  return { done: true }
}

export const recordAnswer = command.approvals.recordAnswer.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  assertInWork(ticket)
  const job = jobOf(ticket, input.jobNumber)
  const line = toLineVersion(ticket, job, await getLaborRate(work))
  const current = currentApprovalRequests(await listRequests(work, ticket.ticketId)).get(job.jobNumber)
  assertUnanswered(current, input.again)
  assertNoBlockers(line.version === input.version ? [] : [{ code: 'approval.changed' }])
  // Declining needs no price.
  if (input.answer === 'approved') assertNoBlockers(blockersForPricing(line.snapshot))
  const request = current?.state === 'open' ? current : (await addRequest(work, ticket, '', [line]))[0]
  if (request === undefined) throw new Error('Expected one approval request for one job line.')
  const { answer } = input
  await applyAnswer(work, { ticket, job, line, request, answer, how: 'phone', address: null })
  return { done: true }
})

export const withdrawRequest = command.approvals.withdraw.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const job = jobOf(ticket, input.jobNumber)
  const current = currentApprovalRequests(await listRequests(work, ticket.ticketId)).get(job.jobNumber)
  assertUnanswered(current, false)
  if (current === undefined) assertNoBlockers([{ code: 'approval.withdrawn' }])
  await withdrawOpenRequests(work, ticket.ticketId, [job.jobNumber])
  recordActivity(work, ticket, 'withdraw-request', jobDetail(job))
  return { done: true }
})
