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
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import { customerQuery, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { changedSince, type LineVersion, toLineVersion } from './line-version.ts'
import { listDeferred, listQuestions } from './store.ts'

type QuestionWithStatus = OpenApprovalRequest | AnsweredApprovalRequest

const endOf = (question: QuestionWithStatus) =>
  question.standing === 'open'
    ? { answeredAt: null, how: null, answeredBy: null }
    : { answeredAt: question.endedAt, how: question.how, answeredBy: question.endedBy.name }

/** Whether the line has changed since the request or the answer. */
const isChanged = (question: QuestionWithStatus, { version }: LineVersion): boolean =>
  version !== (question.standing === 'open' ? question.askedVersion : question.shownVersion)

export const getApprovals = query.approvals.get.handler(async ({ input, context: { work } }) => {
  authorize(work, 'approval.ask')
  const ticket = await getTicket(work, input.ticketId)
  const laborRate = rateOf(ticket, await getLaborRate(work))
  const questions = await listQuestions(work, ticket.ticketId)
  const [standing, answers] = [currentApprovalRequests(questions), lastAnswers(questions)]
  const lines = ticket.jobs.map(job => {
    const line = toLineVersion(ticket, job, laborRate)
    const question = standing.get(job.jobNumber)
    const { snapshot, version } = line
    return {
      ...snapshot,
      version,
      answer: job.answer,
      changedSince: changedSince(answers.get(job.jobNumber), line),
      obstacles: blockersForPricing(snapshot).map(each => blockerSentence(each, work.timeZone, work.now)),
      question:
        question === undefined
          ? null
          : {
              standing: question.standing,
              note: question.note,
              askedAt: question.askedAt,
              askedBy: question.askedBy.name,
              ...endOf(question),
              isChanged: isChanged(question, line),
            },
    }
  })
  return { lines, timeZone: work.timeZone }
})

/** An open request shows the line as it is now; an answered one stays as it was. */
function toCustomerQuestion(ticket: Ticket, question: QuestionWithStatus, line: LineVersion | null) {
  const { requestId, note, askedAt, standing } = question
  const told = { requestId, note, askedAt, standing, ...endOf(question) }
  if (question.standing !== 'open')
    return {
      ...told,
      ...question.shown,
      version: question.shownVersion,
      isChanged: line !== null && isChanged(question, line),
      canAnswer: false,
      changedSince: line === null ? null : changedSince(question, line),
    }
  if (line === null) return null
  const { snapshot, version } = line
  const canAnswer = isInWork(ticket) && blockersForPricing(snapshot).length === 0
  const changes = { isChanged: isChanged(question, line), changedSince: null }
  return { ...told, ...snapshot, version, ...changes, canAnswer }
}

const blockersForAnswering = (work: UnitOfWork, ticket: Ticket): string | null =>
  isInWork(ticket) ? null : transitionSentence(ticket.lastMove, work.timeZone, work.now)

export const listQuestionsForCustomer = customerQuery.customerView.listApprovals.handler(
  async ({ context: { work } }) => {
    const ticket = await getTicket(work, linkedTicketOf(work))
    authorize(work, 'money.see', ticket)
    const { companyName, companyPhone, laborRate: companyRate } = await getCompany(work)
    const laborRate = rateOf(ticket, companyRate)
    const standing = currentApprovalRequests(await listQuestions(work, ticket.ticketId))
    const lines = [...standing.values()]
      .sort((one, other) => one.jobNumber - other.jobNumber)
      .flatMap(question => {
        const job = ticket.jobs.find(({ jobNumber }) => jobNumber === question.jobNumber)
        const shown = toCustomerQuestion(
          ticket,
          question,
          job === undefined ? null : toLineVersion(ticket, job, laborRate),
        )
        return shown ?? []
      })
    return {
      lines,
      companyName,
      companyPhone,
      closed: blockersForAnswering(work, ticket),
      timeZone: work.timeZone,
    }
  },
)

export const listDeferredLines = query.rigs.deferred.handler(async ({ input, context: { work } }) => {
  authorize(work, 'rig.suggest')
  return listDeferred(work, input.vin)
})
