// Approval requests and answers in the database. Writers lock the ticket.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type AnsweredApprovalRequest,
  type ApprovalRequest,
  type ChangedSince,
  lastAnswers,
  type OpenApprovalRequest,
} from '#domain/approvals/approval.ts'
import type { Cents } from '#domain/lib/money.ts'
import { isSameCustomer } from '#domain/rigs/same-customer.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import { waitingTime } from '#domain/tickets/job.ts'
import type { Part } from '#domain/tickets/part.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { nextPosition } from '#server/db/next-position.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listTicketsOfOwnRigs } from '#server/features/customers/store.ts'
import { listLaborRates } from '#server/features/tickets/job-store.ts'
import { changedSince, type LineVersion, toLineVersion } from './line-version.ts'

/** The requested lines of some tickets with their requests, oldest first. */
const requestsOfTickets = statement((scope, { ticketIds }: { ticketIds: readonly number[] }) =>
  scope
    .from('approvalLine')
    .innerJoin('approvalRequest as request', join =>
      join
        .onRef('request.companyId', '=', 'approvalLine.companyId')
        .onRef('request.ticketId', '=', 'approvalLine.ticketId')
        .onRef('request.requestId', '=', 'approvalLine.requestId'),
    )
    .selectAll('approvalLine')
    .select(['request.note', 'request.askedAt', 'request.askedBy', 'request.askedByName'])
    .where(sql<boolean>`approval_line.ticket_id = any(${ticketIds}::integer[])`)
    .orderBy('approvalLine.ticketId')
    .orderBy('request.position')
    .orderBy('approvalLine.jobNumber'),
)

type RequestRow = Awaited<ReturnType<ReturnType<typeof requestsOfTickets>['execute']>>[number]

function toRequest(row: RequestRow): ApprovalRequest {
  const { requestId, jobNumber, note, askedAt, askedVersion } = row
  const askedBy = { id: row.askedBy, name: row.askedByName }
  const request = { requestId, jobNumber, note, askedAt, askedBy, asked: row.asked, askedVersion }
  const { state, endedAt, how, address, typedName, phone, correction, shown, shownVersion } = row
  const before = row.beforeAnswer
  if (state === 'open' || endedAt === null) return { ...request, state: 'open' }
  const ended = { endedAt, endedBy: { id: row.endedBy ?? '', name: row.endedByName ?? '' } }
  if (state === 'withdrawn' || shown === null || how === null)
    return { ...request, ...ended, state: 'withdrawn' }
  const answer = {
    how,
    address,
    typedName,
    phone,
    correction,
    before,
    shown,
    shownVersion: shownVersion ?? '',
  }
  return { ...request, ...ended, ...answer, state }
}

/** All requested lines of a ticket, oldest first. */
export const listRequests = async (work: UnitOfWork, ticketId: number): Promise<ApprovalRequest[]> =>
  (await requestsOfTickets(work, { ticketIds: [ticketId] }).execute()).map(toRequest)

/** The same for several tickets, by their ids. */
export async function listRequestsOfTickets(
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<ReadonlyMap<number, ApprovalRequest[]>> {
  const byTicket = new Map<number, ApprovalRequest[]>()
  if (ticketIds.length === 0) return byTicket
  for (const row of await requestsOfTickets(work, { ticketIds }).execute())
    byTicket.set(row.ticketId, [...(byTicket.get(row.ticketId) ?? []), toRequest(row)])
  return byTicket
}

/** When the customer was last asked what is still open, and the lines that changed since their approval. */
export async function getAnswerSummary(
  work: UnitOfWork,
  ticket: Ticket,
  laborRate: Cents | null,
): Promise<{ askedAt: Date | null; changed: ReadonlyMap<number, ChangedSince> }> {
  const requests = await listRequests(work, ticket.ticketId)
  const answers = lastAnswers(requests)
  const changed = new Map<number, ChangedSince>()
  for (const job of ticket.jobs) {
    const answered = answers.get(job.jobNumber)
    const since =
      answered === undefined ? null : changedSince(answered, toLineVersion(ticket, job, laborRate))
    if (since !== null) changed.set(job.jobNumber, since)
  }
  return { askedAt: requests.findLast(({ state }) => state === 'open')?.askedAt ?? null, changed }
}

/** Which of these tickets have an unanswered request. */
export async function listAskedTickets(
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await work
    .from('approvalLine')
    .select('ticketId')
    .distinct()
    .where('ticketId', 'in', [...ticketIds])
    .where('state', '=', 'open')
    .execute()
  return new Set(rows.map(({ ticketId }) => ticketId))
}

/** What a request says besides its lines. */
export type RequestWords = { readonly note: string; readonly deposit: Cents | null }

/** Opens a request for each of these lines. */
export async function addRequest(
  work: UnitOfWork,
  { ticketId }: Ticket,
  { note, deposit }: RequestWords,
  lines: readonly LineVersion[],
): Promise<OpenApprovalRequest[]> {
  const { now: askedAt, by } = work
  const requestId = randomUUID()
  const position = await nextPosition(work.from('approvalRequest').where('ticketId', '=', ticketId))
  const row = { ticketId, requestId, note, deposit, askedAt, position }
  work.insert('approvalRequest', { ...row, askedBy: by.id, askedByName: by.name })
  const requests = lines.map(({ snapshot, version }) => ({
    requestId,
    jobNumber: snapshot.jobNumber,
    note,
    askedAt,
    askedBy: by,
    asked: snapshot,
    askedVersion: version,
    state: 'open' as const,
  }))
  const rows = requests.map(({ jobNumber, asked, askedVersion, state }) => ({
    ...{ ticketId, requestId, jobNumber, askedVersion, state },
    asked: JSON.stringify(asked),
  }))
  work.insert('approvalLine', ...rows)
  return requests
}

/** Cancels the open requests for these lines. */
export async function withdrawOpenRequests(
  work: UnitOfWork,
  ticketId: number,
  jobNumbers: readonly number[],
): Promise<void> {
  if (jobNumbers.length === 0) return
  await work
    .update('approvalLine')
    .set({ state: 'withdrawn', endedAt: work.now, endedBy: work.by.id, endedByName: work.by.name })
    .where('ticketId', '=', ticketId)
    .where('jobNumber', 'in', [...jobNumbers])
    .where('state', '=', 'open')
    .execute()
}

/** Stores an answer with what was shown. */
export function saveAnswer(work: UnitOfWork, ticketId: number, answered: AnsweredApprovalRequest): void {
  const { requestId, jobNumber, before, shown, endedBy } = answered
  const { state, how, address, typedName, phone, correction, shownVersion, endedAt } = answered
  work.save(
    'approvalLine',
    { ticketId, requestId, jobNumber },
    {
      ...{ state, how, address, typedName, phone, correction, shownVersion, endedAt },
      beforeAnswer: before && JSON.stringify(before),
      endedBy: endedBy.id,
      endedByName: endedBy.name,
      shown: JSON.stringify(shown),
    },
  )
}

/**
 * Undoes an answer: what was shown with it no longer counts. A request that was open before it is open again; else who
 * answered stays.
 */
export function undoAnswer(
  work: UnitOfWork,
  ticketId: number,
  { requestId, jobNumber, before }: AnsweredApprovalRequest,
): void {
  const ended = before?.wasAsked
    ? { endedAt: null, endedBy: null, endedByName: null, typedName: null, phone: null }
    : { endedAt: work.now, endedBy: work.by.id, endedByName: work.by.name }
  const state = before?.wasAsked ? 'open' : 'withdrawn'
  work.save('approvalLine', { ticketId, requestId, jobNumber }, { state, how: null, shown: null, ...ended })
}

/** At Ask Approval: work has begun on the answered lines that have another correction than at their answer. */
export function noteBegunWork(work: UnitOfWork, { ticketId, jobs }: Ticket): void {
  for (const { jobNumber, answer, correction } of jobs)
    if (answer !== 'none' && correction !== '')
      work.write(
        answeredLine(work, ticketId, jobNumber)
          .set({ correction: null })
          .where('correction', '<>', correction),
      )
}

/** At Approve Ticket: what the corrections of other answered lines say now is no work that began after the answer. */
export function keepCorrections(work: UnitOfWork, { ticketId, jobs }: Ticket): void {
  for (const { jobNumber, answer, correction } of jobs)
    if (answer !== 'none')
      work.write(
        answeredLine(work, ticketId, jobNumber).set({ correction }).where('correction', 'is not', null),
      )
}

const answeredLine = (work: UnitOfWork, ticketId: number, jobNumber: number) =>
  work
    .update('approvalLine')
    .where('ticketId', '=', ticketId)
    .where('jobNumber', '=', jobNumber)
    .where('state', 'in', ['approved', 'declined'])

async function listTicketsOfSameRig(
  work: UnitOfWork,
  vin: string,
  ofTicket: number | undefined,
): Promise<number[]> {
  const tickets = await listTicketsOfOwnRigs(work, [vin])
  const given = tickets.find(({ ticketId }) => ticketId === ofTicket)
  if (given === undefined) return []
  return tickets.filter(ticket => isSameCustomer(ticket, given)).map(({ ticketId }) => ticketId)
}

/** The maximum number of declined lines shown for a rig, newest first. */
const MAX_DEFERRED = 100

/**
 * What customers declined on the company's tickets of this rig, newest first. Under a text that is no VIN, a rig is that of
 * the customer of one ticket.
 */
export async function listDeferred(work: UnitOfWork, vin: string, ofTicket: number | undefined) {
  const own = isSharedVin(vin) ? null : await listTicketsOfSameRig(work, vin, ofTicket)
  const rows = await work
    .from('job')
    .innerJoin('ticket', join =>
      join.onRef('ticket.companyId', '=', 'job.companyId').onRef('ticket.ticketId', '=', 'job.ticketId'),
    )
    .leftJoin('approvalLine as line', join =>
      join
        .onRef('line.companyId', '=', 'job.companyId')
        .onRef('line.ticketId', '=', 'job.ticketId')
        .onRef('line.jobNumber', '=', 'job.jobNumber')
        .on('line.state', '=', 'declined'),
    )
    .select(['job.ticketId', 'job.jobNumber', 'job.problem', 'line.endedAt', 'line.shown'])
    .select(['job.estimatedTime', 'job.suggestedTime', 'job.estimate', 'job.laborRateId', 'job.flatPrice'])
    .select(
      sql<Pick<Part, 'description' | 'quantity' | 'perPartAmount'>[]>`(
        select coalesce(json_agg(json_build_object(
          'description', part.description, 'quantity', part.quantity, 'perPartAmount', part.per_part_amount
        ) order by part.position), '[]')
        from part
        where part.company_id = job.company_id and part.ticket_id = job.ticket_id
          and part.job_number = job.job_number)`.as('parts'),
    )
    // A line may have been declined more than once: the last time counts.
    .distinctOn(['job.ticketId', 'job.jobNumber'])
    .where('ticket.vin', '=', vin)
    .where(own === null ? sql<boolean>`true` : sql<boolean>`ticket.ticket_id = any(${own}::integer[])`)
    .where('job.answer', '=', 'declined')
    .orderBy('job.ticketId')
    .orderBy('job.jobNumber')
    .orderBy('line.endedAt', end => end.desc().nullsLast())
    .execute()
  const rates = new Set((await listLaborRates(work)).map(({ laborRateId }) => laborRateId))
  return rows
    .map(({ endedAt: declinedAt, shown, suggestedTime, laborRateId, flatPrice, parts, ...line }) => ({
      ...line,
      declinedAt,
      total: shown?.total ?? null,
      // As it was offered; a declined line from before approvals has only what is on it.
      estimatedTime: shown?.hours ?? waitingTime({ ...line, suggestedTime }) ?? line.estimatedTime,
      flatPrice: shown === null ? flatPrice : shown.isFlatPrice ? shown.labor : null,
      laborRateId: laborRateId !== null && rates.has(laborRateId) ? laborRateId : null,
      parts: (shown?.parts ?? parts).map(({ description, quantity, perPartAmount }) => ({
        description,
        quantity,
        perPartAmount,
      })),
    }))
    .sort((one, other) => (other.declinedAt?.getTime() ?? 0) - (one.declinedAt?.getTime() ?? 0))
    .slice(0, MAX_DEFERRED)
}
