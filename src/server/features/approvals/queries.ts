// What a line would cost and where its question stands: for the desk, and by the link for the customer.

import {
  type AnsweredQuestion,
  lastAnswers,
  type OpenQuestion,
  obstaclesToPricing,
  standingQuestions,
} from '#domain/approvals/approval.ts'
import { moveSentence, sentence } from '#domain/lib/refusal.ts'
import { isInWork, rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import { followerQuery, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { changedSince, type Line, lineOf } from './line-version.ts'
import { listQuestions } from './store.ts'

type Standing = OpenQuestion | AnsweredQuestion

const endOf = (question: Standing) =>
  question.standing === 'open'
    ? { answeredAt: null, how: null, answeredBy: null }
    : { answeredAt: question.endedAt, how: question.how, answeredBy: question.endedBy.name }

/** Whether the line is another by now than what was asked, or answered. */
const isChanged = (question: Standing, { version }: Line): boolean =>
  version !== (question.standing === 'open' ? question.askedVersion : question.shownVersion)

export const readApprovals = query.approvals.get.handler(async ({ input, context: { work } }) => {
  allow(work, 'approval.ask')
  const ticket = await getTicket(work, input.ticketId)
  const laborRate = rateOf(ticket, await getLaborRate(work))
  const questions = await listQuestions(work, ticket.ticketId)
  const [standing, answers] = [standingQuestions(questions), lastAnswers(questions)]
  const lines = ticket.jobs.map(job => {
    const line = lineOf(ticket, job, laborRate)
    const question = standing.get(job.jobNumber)
    const { picture, version } = line
    return {
      ...{ ...picture, version, answer: job.answer },
      changedSince: changedSince(answers.get(job.jobNumber), line),
      obstacles: obstaclesToPricing(picture).map(each => sentence(each, work.timeZone, work.now)),
      question:
        question === undefined
          ? null
          : {
              ...{ standing: question.standing, note: question.note },
              ...{ askedAt: question.askedAt, askedBy: question.askedBy.name },
              ...endOf(question),
              isChanged: isChanged(question, line),
            },
    }
  })
  return { lines, timeZone: work.timeZone }
})

/** What an open question shows is the line as it is now; an answered one stays as it was answered. */
function shownTo(ticket: Ticket, question: Standing, line: Line | null) {
  const { requestId, note, askedAt, standing } = question
  const told = { requestId, note, askedAt, standing, ...endOf(question) }
  if (question.standing !== 'open')
    return {
      ...{ ...told, ...question.shown, version: question.shownVersion },
      ...{ isChanged: line !== null && isChanged(question, line), canAnswer: false },
      changedSince: line === null ? null : changedSince(question, line),
    }
  if (line === null) return null
  const { picture, version } = line
  const canAnswer = isInWork(ticket) && obstaclesToPricing(picture).length === 0
  const changes = { isChanged: isChanged(question, line), changedSince: null }
  return { ...told, ...picture, version, ...changes, canAnswer }
}

const closedBy = (work: Work, ticket: Ticket): string | null =>
  isInWork(ticket) ? null : moveSentence(ticket.lastMove, work.timeZone, work.now)

export const readQuestions = followerQuery.follow.questions.handler(async ({ context: { work } }) => {
  const ticket = await getTicket(work, linkedTicketOf(work))
  allow(work, 'money.see', ticket)
  const { companyName, companyPhone, laborRate: companyRate } = await getCompany(work)
  const laborRate = rateOf(ticket, companyRate)
  const standing = standingQuestions(await listQuestions(work, ticket.ticketId))
  const lines = [...standing.values()]
    .sort((one, other) => one.jobNumber - other.jobNumber)
    .flatMap(question => {
      const job = ticket.jobs.find(({ jobNumber }) => jobNumber === question.jobNumber)
      const shown = shownTo(ticket, question, job === undefined ? null : lineOf(ticket, job, laborRate))
      return shown ?? []
    })
  return { lines, companyName, companyPhone, closed: closedBy(work, ticket), timeZone: work.timeZone }
})
