// Job lines of a ticket: what the bay writes and the desk decides.

import { type Action, sideOf } from '#domain/account/permission.ts'
import { hasBegun } from '#domain/customer-links/progress.ts'
import { refuseIfAny } from '#domain/lib/refusal.ts'
import { aboutJob, type Detail } from '#domain/tickets/activity.ts'
import {
  approveTime,
  type Job,
  jobOf,
  newJob,
  nextJobNumber,
  obstaclesToRemovingJob,
  obstaclesToRewording,
} from '#domain/tickets/job.ts'
import { refuseUnlessInWork, refuseUnlessOpenTo } from '#domain/tickets/ticket.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { withdrawOpen } from '#server/features/approvals/store.ts'
import { tellPhones } from '#server/features/push-subscriptions/store.ts'
import { command } from '#server/rpc/procedures.ts'
import { addJobs, deleteJob, getTicket, saveJob, saveTicket, saveWords } from './store.ts'

/** Which right each field of a job line needs. */
const RIGHTS = {
  problem: 'job.change',
  estimatedTime: 'job.change',
  cause: 'job.write-findings',
  correction: 'job.write-findings',
  suggestedTime: 'job.suggest-time',
} as const satisfies Record<string, Action>

const FIELDS = ['problem', 'estimatedTime', 'cause', 'correction', 'suggestedTime'] as const

/** The fields in which a job line changed, each as the trail tells it. */
const changesOf = (before: Job, after: Job): Detail[] =>
  FIELDS.filter(field => before[field] !== after[field]).map(field => ({
    ...aboutJob(after),
    field,
    ...(field === 'estimatedTime' || field === 'suggestedTime'
      ? { hours: { before: before[field], after: after[field] } }
      : {}),
  }))

export const changeJob = command.tickets.changeJob.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'ticket.see')
  const { ticketId, jobNumber } = input
  const changed = FIELDS.filter(field => input[field] !== undefined)
  for (const field of changed) allow(work, RIGHTS[field])
  const ticket = await getTicket(work, ticketId)
  allow(work, 'ticket.see', ticket)
  for (const field of changed) allow(work, RIGHTS[field], ticket)
  refuseUnlessOpenTo(sideOf(work.actor), ticket)
  const job = jobOf(ticket, jobNumber)
  refuseIfAny(obstaclesToRewording(job, input, input.over))
  const after: Job = {
    ...job,
    problem: input.problem ?? job.problem,
    cause: input.cause ?? job.cause,
    correction: input.correction ?? job.correction,
    estimatedTime: input.estimatedTime ?? job.estimatedTime,
    suggestedTime: input.suggestedTime === undefined ? job.suggestedTime : input.suggestedTime,
  }
  const changes = changesOf(job, after)
  if (changes.length === 0) return { done: true }
  await saveJob(work, ticketId, after)
  if (after.problem !== job.problem)
    await saveWords(work, { ...ticket, jobs: ticket.jobs.map(other => (other === job ? after : other)) })
  await saveTicket(work, ticket, 'change-job', ...changes)
  if (after.correction !== '' && !hasBegun(ticket))
    await tellPhones(work, context, ticket, { about: 'begin' })
  return { done: true }
})

export const approveJobTime = command.tickets.approveTime.handler(async ({ input, context: { work } }) => {
  allow(work, 'job.approve-time')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  const before = jobOf(ticket, input.jobNumber)
  const after = approveTime(before)
  await saveJob(work, ticket.ticketId, after)
  const hours = { before: before.estimatedTime, after: after.estimatedTime }
  await saveTicket(work, ticket, 'approve-time', { ...aboutJob(after), hours })
  return { done: true }
})

export const addJobToTicket = command.tickets.addJob.handler(async ({ input, context: { work } }) => {
  allow(work, 'job.change')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  const { ticketId, ...fresh } = input
  const job = newJob(fresh, nextJobNumber(ticket.jobs))
  await addJobs(work, ticketId, [job])
  const changed = { ...ticket, jobs: [...ticket.jobs, job] }
  await saveWords(work, changed)
  await saveTicket(work, changed, 'add-job', aboutJob(job))
  return { jobNumber: job.jobNumber }
})

export const removeJob = command.tickets.removeJob.handler(async ({ input, context: { work } }) => {
  allow(work, 'job.change')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  const job = jobOf(ticket, input.jobNumber)
  refuseIfAny(obstaclesToRemovingJob(job, ticket.parts))
  // Its number may be given to another line.
  await withdrawOpen(work, ticket.ticketId, [job.jobNumber])
  await deleteJob(work, ticket.ticketId, job.jobNumber)
  const changed = { ...ticket, jobs: ticket.jobs.filter(other => other !== job) }
  await saveWords(work, changed)
  await saveTicket(work, changed, 'remove-job', aboutJob(job))
  return { done: true }
})
