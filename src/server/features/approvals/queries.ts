// Line totals and approval requests: for the desk, and by link for the customer.

import {
  type AnsweredApprovalRequest,
  blockersForPricing,
  currentApprovalRequests,
  lastAnswers,
  type OpenApprovalRequest,
} from '#domain/approvals/approval.ts'
import { blockerSentence, transitionSentence } from '#domain/refusals/refusal.ts'
import { isInWork, rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import { customerQuery } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { changedSince, type LineVersion, toLineVersion } from './line-version.ts'
import { listDeferred, listRequests } from './store.ts'

type CurrentRequest = OpenApprovalRequest | AnsweredApprovalRequest

const endOf = (request: CurrentRequest) =>
  request.state === 'open'
    ? { answeredAt: null, how: null, answeredBy: null }
    : { answeredAt: request.endedAt, how: request.how, answeredBy: request.endedBy.name }

/** Whether the line has changed since the request or the answer. */
const isChanged = (request: CurrentRequest, { version }: LineVersion): boolean =>
  version !== (request.state === 'open' ? request.askedVersion : request.shownVersion)

export const getApprovals = query.approvals.get.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  const laborRate = rateOf(ticket, await getLaborRate(work))
  const requests = await listRequests(work, ticket.ticketId)
  const [current, answers] = [currentApprovalRequests(requests), lastAnswers(requests)]
  const lines = ticket.jobs.map(job => {
    const line = toLineVersion(ticket, job, laborRate)
    const request = current.get(job.jobNumber)
    const { snapshot, version } = line
    return {
      ...snapshot,
      version,
      answer: job.answer,
      changedSince: changedSince(answers.get(job.jobNumber), line),
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
  return { lines, timeZone: work.timeZone }
})

/** An open request shows the line as it is now; an answered one stays as it was. */
function toCustomerRequest(ticket: Ticket, request: CurrentRequest, line: LineVersion | null) {
  const { requestId, note, askedAt, state } = request
  const common = { requestId, note, askedAt, state, ...endOf(request) }
  if (request.state !== 'open')
    return {
      ...common,
      ...request.shown,
      version: request.shownVersion,
      isChanged: line !== null && isChanged(request, line),
      canAnswer: false,
      changedSince: line === null ? null : changedSince(request, line),
    }
  if (line === null) return null
  const { snapshot, version } = line
  const canAnswer = isInWork(ticket) && blockersForPricing(snapshot).length === 0
  const changes = { isChanged: isChanged(request, line), changedSince: null }
  return { ...common, ...snapshot, version, ...changes, canAnswer }
}

const closedReason = (work: UnitOfWork, ticket: Ticket): string | null =>
  isInWork(ticket) ? null : transitionSentence(ticket.lastMove, work.timeZone, work.now)

export const listRequestsForCustomer = customerQuery.customerView.listApprovals.handler(
  async ({ context: { work, ticket } }) => {
    const { companyName, companyPhone, laborRate: companyRate } = await getCompany(work)
    const laborRate = rateOf(ticket, companyRate)
    const current = currentApprovalRequests(await listRequests(work, ticket.ticketId))
    const lines = [...current.values()]
      .sort((one, other) => one.jobNumber - other.jobNumber)
      .flatMap(request => {
        const job = ticket.jobs.find(({ jobNumber }) => jobNumber === request.jobNumber)
        const shown = toCustomerRequest(
          ticket,
          request,
          job === undefined ? null : toLineVersion(ticket, job, laborRate),
        )
        return shown ?? []
      })
    return {
      lines,
      companyName,
      companyPhone,
      closed: closedReason(work, ticket),
      timeZone: work.timeZone,
    }
  },
)

export const listDeferredLines = query.rigs.deferred.handler(async ({ input, context: { work } }) => {
  return listDeferred(work, input.vin)
})
