// The desk asks, writes down what was said on the phone, and takes questions back; the customer answers.

import {
  answerLine,
  type How,
  type LineAnswer,
  type OpenQuestion,
  obstaclesToAsking,
  obstaclesToPricing,
  openAsSeen,
  refuseIfAnswered,
  standingQuestions,
} from '#domain/approvals/approval.ts'
import { refuseIfAny } from '#domain/lib/refusal.ts'
import { aboutJob } from '#domain/tickets/activity.ts'
import { type Job, jobLabel, jobOf } from '#domain/tickets/job.ts'
import { isInWork, refuseUnlessInWork, type Ticket } from '#domain/tickets/ticket.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getCompany, getLaborRate } from '#server/features/companies/store.ts'
import { followerCommand, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { ensureLinkUrl } from '#server/features/customer-links/store.ts'
import { tellPhones } from '#server/features/push-subscriptions/store.ts'
import { getTicket, noteOnTicket, saveJob } from '#server/features/tickets/store.ts'
import { writeToCustomer } from '#server/mail/limited-mail.ts'
import { command } from '#server/rpc/procedures.ts'
import { approvalAsked } from './emails.ts'
import { type Line, lineOf } from './line-version.ts'
import { addRequest, listAskedLines, listQuestions, saveAnswer, withdrawOpen } from './store.ts'

export const askCustomer = command.approvals.ask.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'approval.ask')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  const laborRate = await getLaborRate(work)
  const standing = standingQuestions(await listQuestions(work, ticket.ticketId))
  const jobs = [...new Set(input.jobNumbers)].sort((one, other) => one - other).map(n => jobOf(ticket, n))
  const lines = jobs.map(job => lineOf(ticket, job, laborRate))
  refuseIfAny(
    lines.flatMap(({ picture }) => obstaclesToAsking(picture, standing.get(picture.jobNumber), input.again)),
  )
  const jobNumbers = jobs.map(({ jobNumber }) => jobNumber)
  await withdrawOpen(work, ticket.ticketId, jobNumbers)
  await addRequest(work, ticket, input.note, lines)
  const url = await ensureLinkUrl(work, context, ticket)
  const asking = approvalAsked(await getCompany(work), ticket, jobs.length, url)
  const letter = await writeToCustomer(work, context, asking)
  await tellPhones(work, context, ticket, { about: 'ask', lines: jobs.length })
  const [first] = jobs
  noteOnTicket(work, ticket, 'ask-customer', {
    ...(first !== undefined && jobs.length === 1 ? aboutJob(first) : { lines: jobs.length }),
  })
  return { done: true, letter }
})

type Answered = {
  readonly ticket: Ticket
  readonly job: Job
  readonly line: Line
  readonly question: OpenQuestion
  readonly answer: LineAnswer
  readonly how: How
  readonly address: string | null
}

/** Keeps the answer, lets it work on the line, and tells the desk. */
async function takeAnswer(
  work: Work,
  { ticket, job, line, question, answer, how, address }: Answered,
): Promise<void> {
  await saveAnswer(work, ticket.ticketId, {
    ...{ ...question, standing: answer, how, address, endedAt: work.now, endedBy: work.by },
    ...{ shown: line.picture, shownVersion: line.version },
  })
  const after = answerLine(job, answer)
  await saveJob(work, ticket.ticketId, after)
  if (after.estimate !== job.estimate) {
    const hours = { before: job.estimatedTime, after: after.estimatedTime }
    noteOnTicket(work, ticket, 'approve-time', { ...aboutJob(after), hours })
  }
  const open = (await listAskedLines(work, ticket.ticketId)).size
  noteOnTicket(
    work,
    ticket,
    answer === 'approved' ? 'approve-line' : 'decline-line',
    { ...aboutJob(after), ...(how === 'phone' ? { isByPhone: true } : {}) },
    how === 'link' ? { answered: { job: jobLabel(after), answer, open } } : {},
  )
}

export const answerQuestion = followerCommand.follow.answerLine.handler(
  async ({ input, context: { work, address } }) => {
    const ticket = await getTicket(work, linkedTicketOf(work))
    allow(work, 'job.answer-estimate', ticket)
    const standing = standingQuestions(await listQuestions(work, ticket.ticketId)).get(input.jobNumber)
    // What has happened to the ticket; how the desk could undo it is none of the customer's business.
    if (!isInWork(ticket)) refuseIfAny([{ code: 'ticket.moved', lastMove: ticket.lastMove }])
    const job = ticket.jobs.find(({ jobNumber }) => jobNumber === input.jobNumber)
    if (job === undefined) return refuseGone()
    const line = lineOf(ticket, job, await getLaborRate(work))
    const question = openAsSeen(standing, input, line.version)
    refuseIfAny(obstaclesToPricing(line.picture).length > 0 ? [{ code: 'approval.changed' }] : [])
    const { answer } = input
    await takeAnswer(work, { ticket, job, line, question, answer, how: 'link', address })
    return { done: true }
  },
)

function refuseGone(): { done: true } {
  refuseIfAny([{ code: 'approval.withdrawn' }])
  return { done: true }
}

export const recordAnswer = command.approvals.record.handler(async ({ input, context: { work } }) => {
  allow(work, 'job.answer-estimate')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  const job = jobOf(ticket, input.jobNumber)
  const line = lineOf(ticket, job, await getLaborRate(work))
  const standing = standingQuestions(await listQuestions(work, ticket.ticketId)).get(job.jobNumber)
  refuseIfAnswered(standing, input.again)
  refuseIfAny(line.version === input.version ? [] : [{ code: 'approval.changed' }])
  // A no needs no price.
  if (input.answer === 'approved') refuseIfAny(obstaclesToPricing(line.picture))
  const question = standing?.standing === 'open' ? standing : (await addRequest(work, ticket, '', [line]))[0]
  if (question === undefined) throw new Error('A request about one line has one question.')
  const { answer } = input
  await takeAnswer(work, { ticket, job, line, question, answer, how: 'phone', address: null })
  return { done: true }
})

export const withdrawQuestion = command.approvals.withdraw.handler(async ({ input, context: { work } }) => {
  allow(work, 'approval.ask')
  const ticket = await getTicket(work, input.ticketId)
  const job = jobOf(ticket, input.jobNumber)
  const standing = standingQuestions(await listQuestions(work, ticket.ticketId)).get(job.jobNumber)
  refuseIfAnswered(standing, false)
  if (standing === undefined) refuseIfAny([{ code: 'approval.withdrawn' }])
  await withdrawOpen(work, ticket.ticketId, [job.jobNumber])
  noteOnTicket(work, ticket, 'withdraw-question', aboutJob(job))
  return { done: true }
})
