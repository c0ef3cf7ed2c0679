// Line totals and approval requests: for the desk, and by link for the customer.

import {
  type AnsweredApprovalRequest,
  blockersForPricing,
  currentApprovalRequests,
  hasBegunSince,
  lastAnswers,
  type OpenApprovalRequest,
  withClockedEstimate,
} from '#domain/approvals/approval.ts'
import { raisedLines, unaskedCharges } from '#domain/approvals/raise.ts'
import type { Cents } from '#domain/lib/money.ts'
import { transitionSentence } from '#domain/refusals/page-blocker.ts'
import { blockerSentence } from '#domain/refusals/refusal-sentence.ts'
import { hoursInTotals } from '#domain/tickets/job.ts'
import { isInWork, rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import { PLUS_TAX } from '#domain/tickets/totals.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { isUsuallyTaxed } from '#server/features/billing/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { customerQuery } from '#server/features/customer-links/middleware.ts'
import { getTicket, listCustomerAnswers } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { changedSince, type LineVersion, toLineVersion } from './line-version.ts'
import { listDeferred, listRequests } from './store.ts'

type CurrentRequest = OpenApprovalRequest | AnsweredApprovalRequest

const endOf = (request: CurrentRequest) =>
  request.state === 'open'
    ? { answeredAt: null, how: null, answeredBy: null, spokeWith: null, phone: null }
    : {
        answeredAt: request.endedAt,
        how: request.how,
        answeredBy:
          request.how === 'phone' ? request.endedBy.name : (request.typedName ?? request.endedBy.name),
        spokeWith: request.how === 'phone' ? request.typedName : null,
        phone: request.phone,
      }

/** Whether the line has changed since the request or the answer. */
const isChanged = (request: CurrentRequest, { version }: LineVersion): boolean =>
  version !== (request.state === 'open' ? request.askedVersion : request.shownVersion)

export const getApprovals = query.approvals.get.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const { laborRate: companyRate, approvalTolerance } = await getCompany(work)
  const laborRate = rateOf(ticket, companyRate)
  const requests = await listRequests(work, ticket.ticketId)
  const [current, answers] = [currentApprovalRequests(requests), lastAnswers(requests)]
  const { asked, approvals } = await listCustomerAnswers(work, ticket.ticketId)
  const raised = raisedLines(ticket, approvals, laborRate, approvalTolerance)
  const lines = ticket.jobs.map(job => {
    const request = current.get(job.jobNumber)
    const isRaised = raised.some(({ jobNumber }) => jobNumber === job.jobNumber)
    // What the customer is asked now, if the clock charges more than they were shown.
    const shown = isRaised || request === undefined ? withClockedEstimate(job) : job
    const line = toLineVersion(ticket, shown, laborRate)
    const { snapshot, version } = line
    return {
      ...snapshot,
      version,
      answer: job.answer,
      changedSince: changedSince(answers.get(job.jobNumber), line),
      hoursInTotals: hoursInTotals(job),
      isRaised,
      obstacles: blockersForPricing(snapshot).map(each => blockerSentence(each, work.timeZone, work.now)),
      request:
        request === undefined
          ? null
          : {
              state: request.state,
              note: request.note,
              askedAt: request.askedAt,
              askedBy: request.askedBy.name,
              ...endOf(request),
              isChanged: isChanged(request, line),
            },
    }
  })
  return { lines, unasked: unaskedCharges(ticket, asked, laborRate), timeZone: work.timeZone }
})

/** An open request shows the line as it is now, and an earlier approval of it; an answered one stays as it was. */
function toCustomerRequest(
  ticket: Ticket,
  request: CurrentRequest,
  approved: AnsweredApprovalRequest | undefined,
  laborRate: Cents | null,
) {
  const { requestId, note, askedAt, state } = request
  const job = ticket.jobs.find(({ jobNumber }) => jobNumber === request.jobNumber)
  const line = job === undefined ? null : toLineVersion(ticket, job, laborRate)
  const common = {
    requestId,
    note,
    askedAt,
    state,
    ...endOf(request),
    isChanged: line !== null && isChanged(request, line),
    changedSince: line === null ? null : changedSince(approved, line),
  }
  const canAnswer = line !== null && isInWork(ticket) && blockersForPricing(line.snapshot).length === 0
  if (request.state !== 'open')
    return {
      ...common,
      ...request.shown,
      version: request.shownVersion,
      hoursInTotals: null,
      canAnswer: false,
      canChange:
        canAnswer && job !== undefined && !hasBegunSince(request, job, ticket.state) && !common.isChanged,
    }
  if (job === undefined || line === null) return null
  return {
    ...common,
    ...line.snapshot,
    version: line.version,
    hoursInTotals: hoursInTotals(job),
    canAnswer,
    canChange: false,
  }
}

const closedReason = (work: UnitOfWork, ticket: Ticket): string | null =>
  isInWork(ticket) ? null : transitionSentence(ticket.lastTransition, work.timeZone, work.now)

export const listRequestsForCustomer = customerQuery.customerView.listApprovals.handler(
  async ({ context: { work, ticket } }) => {
    const { companyName, companyPhone, laborRate: companyRate } = await getCompany(work)
    const laborRate = rateOf(ticket, companyRate)
    const requests = await listRequests(work, ticket.ticketId)
    const answers = lastAnswers(requests)
    const lines = [...currentApprovalRequests(requests).values()]
      .sort((one, other) => one.jobNumber - other.jobNumber)
      .flatMap(request => toCustomerRequest(ticket, request, answers.get(request.jobNumber), laborRate) ?? [])
    const isTaxed = isInWork(ticket) && (await isUsuallyTaxed(work, ticket.ticketId))
    return {
      lines,
      totalHint: isTaxed ? PLUS_TAX : null,
      companyName,
      companyPhone,
      closed: closedReason(work, ticket),
      timeZone: work.timeZone,
    }
  },
)

export const listDeferredLines = query.rigs.deferred.handler(async ({ input, context: { work } }) => {
  return listDeferred(work, input.vin, input.ticketId)
})
