// Job lines of a ticket: what the bay writes and the desk decides.

import { approveTime, jobOf, newJob, nextJobNumber, obstaclesToRemovingJob } from '#domain/job.ts'
import { type Action, sideOf } from '#domain/permission.ts'
import { refuseIfAny } from '#domain/refusal.ts'
import { refuseUnlessInWork, refuseUnlessOpenTo } from '#domain/ticket.ts'
import { command } from '#server/api.ts'
import { allow } from '#server/work.ts'
import { addJobs, deleteJob, getTicket, saveJob, saveTicket } from './store.ts'

/** Which right each field of a job line needs. */
const RIGHTS = {
  problem: 'job.change',
  estimatedTime: 'job.change',
  cause: 'job.write-findings',
  correction: 'job.write-findings',
  suggestedTime: 'job.suggest-time',
} as const satisfies Record<string, Action>

const FIELDS = ['problem', 'estimatedTime', 'cause', 'correction', 'suggestedTime'] as const

export const changeJob = command.tickets.changeJob.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.see')
  const { ticketId, jobNumber } = input
  const changed = FIELDS.filter(field => input[field] !== undefined)
  for (const field of changed) allow(work, RIGHTS[field])
  const ticket = await getTicket(work, ticketId)
  allow(work, 'ticket.see', ticket)
  for (const field of changed) allow(work, RIGHTS[field], ticket)
  refuseUnlessOpenTo(sideOf(work.actor), ticket)
  const job = jobOf(ticket, jobNumber)
  if (changed.length === 0) return { done: true }
  await saveJob(work, ticketId, {
    ...job,
    problem: input.problem ?? job.problem,
    cause: input.cause ?? job.cause,
    correction: input.correction ?? job.correction,
    estimatedTime: input.estimatedTime ?? job.estimatedTime,
    suggestedTime: input.suggestedTime === undefined ? job.suggestedTime : input.suggestedTime,
  })
  await saveTicket(work, ticket, 'change-job')
  return { done: true }
})

export const approveJobTime = command.tickets.approveTime.handler(async ({ input, context: { work } }) => {
  allow(work, 'job.approve-time')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  await saveJob(work, ticket.ticketId, approveTime(jobOf(ticket, input.jobNumber)))
  await saveTicket(work, ticket, 'approve-time')
  return { done: true }
})

export const addJobToTicket = command.tickets.addJob.handler(async ({ input, context: { work } }) => {
  allow(work, 'job.change')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  const { ticketId, ...fresh } = input
  const job = newJob(fresh, nextJobNumber(ticket.jobs))
  await addJobs(work, ticketId, [job])
  await saveTicket(work, { ...ticket, jobs: [...ticket.jobs, job] }, 'add-job')
  return { jobNumber: job.jobNumber }
})

export const removeJob = command.tickets.removeJob.handler(async ({ input, context: { work } }) => {
  allow(work, 'job.change')
  const ticket = await getTicket(work, input.ticketId)
  refuseUnlessInWork(ticket)
  const job = jobOf(ticket, input.jobNumber)
  refuseIfAny(obstaclesToRemovingJob(job, ticket.parts))
  await deleteJob(work, ticket.ticketId, job.jobNumber)
  await saveTicket(work, { ...ticket, jobs: ticket.jobs.filter(other => other !== job) }, 'remove-job')
  return { done: true }
})
