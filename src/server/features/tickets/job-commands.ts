// Job lines of a ticket: the bay's findings and the desk's decisions.

import { randomUUID } from 'node:crypto'
import type * as z from 'zod'
import type { newJob as newJobInput } from '#contract/job.ts'
import { type Action, sideOf } from '#domain/account/permission.ts'
import { componentLabel, isInstalled, type RigComponent } from '#domain/components/component.ts'
import { toLineComponent } from '#domain/components/line-component.ts'
import { hasBegun } from '#domain/customer-view/progress.ts'
import type { LineClockRule } from '#domain/pricing/clock-rule.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { type ActivityDetail, jobDetail, partDetail } from '#domain/tickets/activity.ts'
import { withClock } from '#domain/tickets/clocked-hours.ts'
import {
  approveTime,
  blockersForRemovingJob,
  blockersForRepricing,
  blockersForRewording,
  type Job,
  jobOf,
  MAX_JOBS,
  newJob,
  nextJobNumber,
} from '#domain/tickets/job.ts'
import { assertRoomForParts } from '#domain/tickets/part.ts'
import { assertEditableBy, assertInWork, type Ticket, withJob, withoutAsked } from '#domain/tickets/ticket.ts'
import { technicianOfJob } from '#domain/tickets/ticket-helpers.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { enqueuePush } from '#server/features/push-subscriptions/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { highestDeletedJob } from './activity-queries.ts'
import type { TicketHooks } from './hooks.ts'
import {
  addJobs,
  addParts,
  deleteJob,
  getLaborChoices,
  type LaborChoices,
  listLaborRates,
  saveJob,
} from './job-store.ts'
import { updateSearchIndex } from './search-store.ts'
import { getTicket, recordActivity, saveTicket } from './store.ts'

/** The permission each field of a job line needs. */
const FIELD_PERMISSIONS = {
  problem: 'job.change',
  estimatedTime: 'job.change',
  laborRateId: 'job.change',
  flatPrice: 'job.change',
  isByClock: 'job.change',
  namedTechnician: 'job.change',
  componentId: 'job.change',
  cause: 'job.write-findings',
  correction: 'job.write-findings',
  suggestedTime: 'job.suggest-time',
} as const satisfies Record<string, Action>

const FIELDS = Object.keys(FIELD_PERMISSIONS) as (keyof typeof FIELD_PERMISSIONS)[]

function fieldOf(job: Job, field: (typeof FIELDS)[number]) {
  if (field === 'componentId') return job.component?.componentId
  if (field === 'laborRateId') return job.namedRate?.laborRateId
  return field === 'isByClock' ? job.clockRule !== null : job[field]
}

/** The changed fields of a job line, with their log details. */
const describeChanges = (
  before: Job,
  after: Job,
  ticket: Ticket,
  component: RigComponent | null,
): ActivityDetail[] =>
  FIELDS.filter(field => fieldOf(before, field) !== fieldOf(after, field)).map(field => ({
    ...jobDetail(after),
    field,
    ...(field === 'estimatedTime' || field === 'suggestedTime'
      ? { hours: { before: before[field], after: after[field] } }
      : {}),
    ...(field === 'isByClock' ? { isRemoved: after.clockRule === null } : {}),
    ...(field === 'namedTechnician' ? { technician: technicianOfJob(after, ticket) ?? undefined } : {}),
    ...(field === 'componentId' && component !== null ? { component: componentLabel(component) } : {}),
  }))

/** The chosen rate; null for the company's. One that the company has removed can stay. */
async function getNamedRate(
  work: UnitOfWork,
  { namedRate }: Pick<Job, 'namedRate'>,
  laborRateId: string | null,
): Promise<NamedRate | null> {
  if (laborRateId === null) return null
  if (laborRateId === namedRate?.laborRateId) return namedRate
  return rateOf(await listLaborRates(work), laborRateId)
}

const NOT_BOTH = 'A job line has a flat price or is billed by the clock, not both.'

/** @throws Refusal if it has a flat price too. `path` is that of the input's fields. */
function assertOneBasis({ clockRule, flatPrice }: Pick<Job, 'clockRule' | 'flatPrice'>, path = ''): void {
  if (clockRule !== null && flatPrice !== null) throw invalid({ [`${path}flatPrice`]: NOT_BOTH })
}

/** The company's rule for the clock. @throws Refusal if it has none. */
function requireClockRule({ clockRule }: LaborChoices, path = ''): LineClockRule {
  if (clockRule === null)
    throw invalid({ [`${path}isByClock`]: 'Your company has not set how the clock is billed.' })
  return clockRule
}

/** The rule by which a line is billed; one that it has stays as it was chosen. */
async function getClockRule(work: UnitOfWork, { clockRule }: Job, isByClock: boolean | undefined) {
  if (isByClock === undefined) return clockRule
  return isByClock ? (clockRule ?? requireClockRule(await getLaborChoices(work))) : null
}

function rateOf(rates: readonly NamedRate[], laborRateId: string): NamedRate {
  const rate = rates.find(each => each.laborRateId === laborRateId)
  if (rate === undefined) throw invalid({ laborRateId: 'Choose a labor rate of your company.' })
  return rate
}

/** The chosen component. One that was replaced can stay. @throws Refusal if it is not in the ticket's RV. */
function componentOf(components: readonly RigComponent[], componentId: string, job: Job): RigComponent {
  const component = components.find(each => each.componentId === componentId)
  const isChoice = component && (isInstalled(component) || componentId === job.component?.componentId)
  if (component === undefined || !isChoice) throw invalid({ componentId: 'Choose a component of this RV.' })
  return component
}

/** A line that stays on its component has been on it as long as before. */
const changedComponent = (job: Job, component: RigComponent | null, now: Date): Job['component'] =>
  component?.componentId === job.component?.componentId
    ? job.component
    : component && toLineComponent(component, now)

export const changeJob = ({ onPriceChanged, findOverlapNote, listComponents }: TicketHooks) =>
  command.tickets.changeJob.handler(async ({ input, context }) => {
    const { work } = context
    const { ticketId, jobNumber } = input
    const changed = FIELDS.filter(field => input[field] !== undefined)
    for (const field of changed) authorize(work, FIELD_PERMISSIONS[field])
    const ticket = await getTicket(work, ticketId)
    authorize(work, 'ticket.see', ticket)
    for (const field of changed) authorize(work, FIELD_PERMISSIONS[field], ticket)
    assertEditableBy(sideOf(work.actor), ticket)
    const job = jobOf(ticket, jobNumber)
    assertNoBlockers(blockersForRewording(job, input, input.over))
    const clockRule = await getClockRule(work, job, input.isByClock)
    const component = input.componentId
      ? componentOf(await listComponents(work, ticket), input.componentId, job)
      : null
    const after: Job = {
      ...job,
      problem: input.problem ?? job.problem,
      cause: input.cause ?? job.cause,
      correction: input.correction ?? job.correction,
      estimatedTime: input.estimatedTime ?? job.estimatedTime,
      suggestedTime: input.suggestedTime === undefined ? job.suggestedTime : input.suggestedTime,
      namedRate:
        input.laborRateId === undefined ? job.namedRate : await getNamedRate(work, job, input.laborRateId),
      flatPrice: input.flatPrice === undefined ? job.flatPrice : input.flatPrice,
      clockRule,
      clockedHours: clockRule === null ? null : job.clockedHours,
      namedTechnician: input.namedTechnician === undefined ? job.namedTechnician : input.namedTechnician,
      component: input.componentId === undefined ? job.component : changedComponent(job, component, work.now),
    }
    assertOneBasis(after)
    if (after.namedTechnician !== null && technicianOfJob(after, ticket) === null)
      throw invalid({ namedTechnician: 'Choose someone who works on this ticket.' })
    const changes = describeChanges(job, after, ticket, component)
    if (changes.length === 0) return { done: true, serviceBayNote: null }
    const isRepriced =
      after.estimatedTime !== job.estimatedTime ||
      after.namedRate !== job.namedRate ||
      after.flatPrice !== job.flatPrice ||
      after.clockRule !== job.clockRule
    if (isRepriced) assertNoBlockers(blockersForRepricing(job))
    saveJob(work, ticketId, after)
    const changedTicket = withClock(withJob(ticket, after))
    if (after.problem !== job.problem) updateSearchIndex(work, changedTicket)
    saveTicket(work, ticket, 'change-job', ...changes)
    if (isRepriced) await onPriceChanged(work, context, changedTicket)
    if (after.correction !== '' && !hasBegun(ticket))
      await enqueuePush(work, context, ticket, { about: 'begin' })
    const isLonger = after.estimatedTime > job.estimatedTime
    return { done: true, serviceBayNote: isLonger ? await findOverlapNote(work, changedTicket) : null }
  })

export const approveJobTime = ({ onPriceChanged, findOverlapNote }: TicketHooks) =>
  command.tickets.approveTime.handler(async ({ input, context }) => {
    const { work } = context
    const ticket = await getTicket(work, input.ticketId)
    assertInWork(ticket)
    const before = jobOf(ticket, input.jobNumber)
    assertNoBlockers(blockersForRepricing(before))
    const after = approveTime(before)
    saveJob(work, ticket.ticketId, after)
    const hours = { before: before.estimatedTime, after: after.estimatedTime }
    saveTicket(work, ticket, 'approve-time', { ...jobDetail(after), hours })
    const changed = withJob(ticket, after)
    await onPriceChanged(work, context, changed)
    const isLonger = after.estimatedTime > before.estimatedTime
    return { done: true, serviceBayNote: isLonger ? await findOverlapNote(work, changed) : null }
  })

type NewJobInput = z.output<typeof newJobInput>

/** A new job line with its labor rate and how it is billed, and with ids for its parts. `path`: that of its fields. */
export function toNewJob(
  { laborRateId, isByClock, flatPrice: typedPrice, parts, ...details }: NewJobInput,
  choices: LaborChoices,
  path = '',
) {
  const flatPrice = typedPrice ?? null
  const byDefault = flatPrice === null ? choices.newJobRule : null
  const chosen = isByClock ? requireClockRule(choices, path) : null
  const clockRule = isByClock === undefined ? byDefault : chosen
  assertOneBasis({ clockRule, flatPrice }, path)
  return {
    ...{ ...details, flatPrice, clockRule },
    namedRate: laborRateId === undefined ? null : rateOf(choices.rates, laborRateId),
    parts: parts.map(({ perPartAmount = null, ...part }) => ({
      ...part,
      perPartAmount,
      partId: randomUUID(),
      sublet: null,
    })),
  }
}

export const addJobToTicket = ({ onPriceChanged }: TicketHooks) =>
  command.tickets.addJob.handler(async ({ input, context }) => {
    const { work } = context
    const { ticketId, ...details } = input
    const [ticket, highestDeleted, choices] = await Promise.all([
      getTicket(work, ticketId),
      highestDeletedJob(work, ticketId),
      getLaborChoices(work),
    ])
    assertInWork(ticket)
    if (ticket.jobs.length >= MAX_JOBS)
      throw new Refusal([{ code: 'ticket.full', of: 'job lines', most: MAX_JOBS }])
    assertRoomForParts(ticket.parts.length + details.parts.length)
    const added = toNewJob(details, choices)
    const job = newJob(added, nextJobNumber(ticket.jobs, highestDeleted))
    const { jobNumber } = job
    const parts = added.parts.map(part => ({ ...part, jobNumber }))
    addJobs(work, ticketId, [job])
    await addParts(work, ticketId, parts)
    const changed = { ...ticket, jobs: [...ticket.jobs, job], parts: [...ticket.parts, ...parts] }
    updateSearchIndex(work, changed)
    saveTicket(work, changed, 'add-job', jobDetail(job))
    for (const part of parts) recordActivity(work, changed, 'add-part', partDetail(changed, part))
    if (parts.some(({ perPartAmount }) => perPartAmount !== null))
      await onPriceChanged(work, context, changed)
    return { jobNumber }
  })

export const removeJob = ({ beforeJobRemoved }: TicketHooks) =>
  command.tickets.removeJob.handler(async ({ input, context: { work } }) => {
    const ticket = await getTicket(work, input.ticketId)
    assertInWork(ticket)
    const job = jobOf(ticket, input.jobNumber)
    assertNoBlockers(blockersForRemovingJob(job, ticket.parts))
    await beforeJobRemoved(work, ticket.ticketId, job.jobNumber)
    await deleteJob(work, ticket.ticketId, job.jobNumber)
    const changed = withoutAsked(
      { ...ticket, jobs: ticket.jobs.filter(other => other !== job) },
      job.jobNumber,
    )
    updateSearchIndex(work, changed)
    saveTicket(work, changed, 'remove-job', jobDetail(job))
    return { done: true }
  })
