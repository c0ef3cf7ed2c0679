// Requests approval, records phone answers and cancels requests at the desk; answers for the customer.

import {
  type AnswerChannel,
  type AnsweredApprovalRequest,
  answerLine as applyAnswerTo,
  assertUnanswered,
  type BeforeAnswer,
  blockersForPricing,
  blockersForRequesting,
  currentApprovalRequests,
  type LineAnswer,
  type OpenApprovalRequest,
  phoneAnswererOf,
  requireAnswerable,
  requirePhoneAnswer,
  undoAnswer,
} from '#domain/approvals/approval.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { blockersForRepricing, type Job, jobLabel, jobOf } from '#domain/tickets/job.ts'
import {
  assertInWork,
  isInWork,
  type Ticket,
  withAsked,
  withJob,
  withoutAsked,
} from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { assertDepositAskable } from '#server/features/billing/store.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import { customerCommand, customerName } from '#server/features/customer-links/middleware.ts'
import { ensureMailedLinkUrl, findMailedLinkUrl } from '#server/features/customer-links/store.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { saveJob } from '#server/features/tickets/job-store.ts'
import { getTicket, recordActivity, saveCard } from '#server/features/tickets/store.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { emailCustomer, mayEmailOthers } from '#server/mail/limited-mail.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { command } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { answerReceiptEmail } from './emails.ts'
import { type LineVersion, toLineVersion } from './line-version.ts'
import { raiseClockedEstimates, requestLines } from './request-lines.ts'
import {
  addRequest,
  listRequests,
  saveAnswer,
  undoAnswer as saveUndoneAnswer,
  withdrawOpenRequests,
} from './store.ts'

export const requestApproval = command.approvals.request.handler(async ({ input, context }) => {
  const { work } = context
  const found = await getTicket(work, input.ticketId)
  assertInWork(found)
  const laborRate = await getLaborRate(work)
  const current = currentApprovalRequests(await listRequests(work, found.ticketId))
  const jobNumbers = [...new Set(input.jobNumbers)].sort((one, other) => one - other)
  const ticket = raiseClockedEstimates(work, found, jobNumbers)
  const jobs = jobNumbers.map(jobNumber => jobOf(ticket, jobNumber))
  const lines = jobs.map(job => toLineVersion(ticket, job, laborRate))
  assertNoBlockers(jobs.flatMap(blockersForRepricing))
  assertNoBlockers(
    lines.flatMap(({ snapshot }) =>
      blockersForRequesting(snapshot, current.get(snapshot.jobNumber), input.again),
    ),
  )
  const { note, deposit = null } = input
  if (deposit !== null) {
    const { totalBalance: total } = totals(ticket, laborRate)
    await assertDepositAskable(work, ticket.ticketId, { deposit, total })
  }
  const url = await ensureMailedLinkUrl(work, context, ticket)
  return { done: true, email: await requestLines(work, context, ticket, lines, { note, deposit }, url) }
})

/** For the activity. */
function spokeWith(answered: AnsweredApprovalRequest) {
  const who = phoneAnswererOf(answered)
  return who === '' ? {} : { spokeWith: who }
}

type Answer = {
  readonly line: LineVersion
  readonly answer: LineAnswer
  readonly how: AnswerChannel
  readonly address: string | null
  readonly typedName: string | null
  readonly phone: string | null
}

const toBeforeAnswer = (
  { estimatedTime, estimate, suggestedTime }: Job,
  wasAsked: boolean,
): BeforeAnswer => ({ estimatedTime, estimate, suggestedTime, wasAsked })

/** Stores the answer to `current` or to a new request, applies it to the line, and notifies the desk and the customer. */
async function applyAnswer(
  work: UnitOfWork,
  context: RequestContext,
  ticket: Ticket,
  current: OpenApprovalRequest | AnsweredApprovalRequest | undefined,
  { line, answer, how, address, typedName, phone }: Answer,
): Promise<{ done: true }> {
  const job = jobOf(ticket, line.snapshot.jobNumber)
  const request =
    current?.state === 'open'
      ? current
      : (await addRequest(work, ticket, { note: current?.note ?? '', deposit: null }, [line]))[0]
  if (request === undefined) throw new Error('Expected one approval request for one job line.')
  const answered: AnsweredApprovalRequest = {
    ...request,
    state: answer,
    how,
    address,
    typedName,
    phone,
    correction: job.correction,
    before: how === 'link' ? null : toBeforeAnswer(job, current?.state === 'open'),
    endedAt: work.now,
    endedBy: work.by,
    shown: line.snapshot,
    shownVersion: line.version,
  }
  saveAnswer(work, ticket.ticketId, answered)
  const after = applyAnswerTo(job, answer, line.snapshot)
  saveJob(work, ticket.ticketId, after)
  const changed = withoutAsked(withJob(ticket, after), after.jobNumber)
  if (after.estimate !== job.estimate) {
    const hours = { before: job.estimatedTime, after: after.estimatedTime }
    recordActivity(work, changed, 'approve-time', { ...jobDetail(after), hours })
  }
  const open = changed.askedJobs.length
  saveCard(
    work,
    changed,
    answer === 'approved' ? 'approve-line' : 'decline-line',
    { ...jobDetail(after), ...(how === 'phone' && { isByPhone: true, ...spokeWith(answered) }) },
    how === 'link' ? { answered: { job: jobLabel(after), answer, open } } : {},
  )
  if (how === 'link')
    await addNotice(work, {
      ticketId: ticket.ticketId,
      content: { kind: 'approval', customer: customerName(ticket), job: jobLabel(after), answer },
    })
  if (ticket.customerDetails.email !== '') {
    const url = await findMailedLinkUrl(work, context, ticket)
    const receipt = answerReceiptEmail(await getCompany(work), ticket, answered, url)
    // Their own answers are limited; the desk's recordings count like its other emails.
    if (how === 'phone') await emailCustomer(work, context, receipt)
    else if (await mayEmailOthers(work, context)) await enqueueEmail(work, context.mailContext, receipt)
  }
  return { done: true }
}

export const answerLine = customerCommand.customerView.answerLine.handler(async ({ input, context }) => {
  const { work, ticket, address } = context
  const current = currentApprovalRequests(await listRequests(work, ticket.ticketId)).get(input.jobNumber)
  // The customer learns what happened to the ticket, but not how the desk could undo it.
  if (!isInWork(ticket))
    assertNoBlockers([{ code: 'ticket.transitioned', lastTransition: ticket.lastTransition }])
  const job = ticket.jobs.find(({ jobNumber }) => jobNumber === input.jobNumber)
  if (job === undefined) throw new Refusal([{ code: 'approval.withdrawn' }])
  const line = toLineVersion(ticket, job, await getLaborRate(work))
  const request = requireAnswerable(current, input, line.version, job, ticket.state)
  assertNoBlockers(blockersForPricing(line.snapshot).length > 0 ? [{ code: 'approval.changed' }] : [])
  const { answer, typedName } = input
  return applyAnswer(work, context, ticket, request, {
    line,
    answer,
    how: 'link',
    address,
    typedName,
    phone: null,
  })
})

export const recordAnswer = command.approvals.recordAnswer.handler(async ({ input, context }) => {
  const { work } = context
  const found = await getTicket(work, input.ticketId)
  assertInWork(found)
  const { jobNumber } = input
  assertNoBlockers(blockersForRepricing(jobOf(found, jobNumber)))
  const laborRate = await getLaborRate(work)
  const isAsEstimated = toLineVersion(found, jobOf(found, jobNumber), laborRate).version === input.version
  const ticket = isAsEstimated ? found : raiseClockedEstimates(work, found, [jobNumber])
  const line = toLineVersion(ticket, jobOf(ticket, jobNumber), laborRate)
  const current = currentApprovalRequests(await listRequests(work, ticket.ticketId)).get(jobNumber)
  assertUnanswered(current, input.again)
  assertNoBlockers(line.version === input.version ? [] : [{ code: 'approval.changed' }])
  // Declining needs no price.
  if (input.answer === 'approved') assertNoBlockers(blockersForPricing(line.snapshot))
  const { answer } = input
  const who = { typedName: input.name, phone: input.phone === '' ? null : formatPhone(input.phone) }
  const byPhone = { line, answer, how: 'phone', address: null, ...who } as const
  return applyAnswer(work, context, ticket, current, byPhone)
})

export const undoPhoneAnswer = command.approvals.undoAnswer.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  assertInWork(ticket)
  const job = jobOf(ticket, input.jobNumber)
  assertNoBlockers(blockersForRepricing(job))
  const requests = await listRequests(work, ticket.ticketId)
  const answered = requirePhoneAnswer(currentApprovalRequests(requests).get(job.jobNumber))
  const line = toLineVersion(ticket, job, await getLaborRate(work))
  assertNoBlockers(line.version === input.version ? [] : [{ code: 'approval.changed' }])
  saveUndoneAnswer(work, ticket.ticketId, answered)
  const others = requests.filter(request => request.requestId !== answered.requestId)
  const before = undoAnswer(job, answered, currentApprovalRequests(others).get(job.jobNumber))
  saveJob(work, ticket.ticketId, before)
  const changed = withJob(ticket, before)
  const verb = answered.state === 'approved' ? 'undo-approval' : 'undo-decline'
  const asked = answered.before?.wasAsked ? withAsked(changed, [job.jobNumber]) : changed
  saveCard(work, asked, verb, { ...jobDetail(job), ...spokeWith(answered) })
  return { done: true }
})

export const withdrawRequest = command.approvals.withdraw.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const job = jobOf(ticket, input.jobNumber)
  const current = currentApprovalRequests(await listRequests(work, ticket.ticketId)).get(job.jobNumber)
  assertUnanswered(current, false)
  if (current === undefined) assertNoBlockers([{ code: 'approval.withdrawn' }])
  await withdrawOpenRequests(work, ticket.ticketId, [job.jobNumber])
  saveCard(work, withoutAsked(ticket, job.jobNumber), 'withdraw-request', jobDetail(job))
  return { done: true }
})
