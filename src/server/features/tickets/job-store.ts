// Job lines, parts and their rates.

import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { Job } from '#domain/tickets/job.ts'
import type { Part } from '#domain/tickets/part.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { nextPosition } from '#server/db/next-position.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { toJobRow, toPartRow } from './row-mapper.ts'

const laborRatesOfCompany = statement(scope =>
  scope.from('billingSetting').select('laborRates').where('turnedOnAt', 'is not', null),
)

/** The company's labor rates by name; none as long as it does not bill. */
export const listLaborRates = async (work: UnitOfWork): Promise<readonly NamedRate[]> =>
  (await laborRatesOfCompany(work).executeTakeFirst())?.laborRates ?? []

/** Keeps the rates of a finalized ticket's lines as they count now. */
export function saveNamedRates(work: UnitOfWork, { ticketId, jobs }: Ticket): void {
  for (const job of jobs) if (job.namedRate !== null) saveJob(work, ticketId, job)
}

export const toJobRows = (ticketId: number, jobs: readonly Job[]) =>
  jobs.map(job => ({ ticketId, ...toJobRow(job) }))

/** Adds job lines to a ticket. */
export const addJobs = (work: UnitOfWork, ticketId: number, jobs: readonly Job[]): void =>
  work.insert('job', ...toJobRows(ticketId, jobs))

/** Saves a job line; clock sessions and photos have their own rows. */
export function saveJob(work: UnitOfWork, ticketId: number, job: Job): void {
  const { jobNumber, ...columns } = toJobRow(job)
  work.save('job', { ticketId, jobNumber }, columns)
}

/** Deletes a job line; foreign keys refuse while it has time or parts. */
export async function deleteJob(work: UnitOfWork, ticketId: number, jobNumber: number): Promise<void> {
  await work.remove('job').where('ticketId', '=', ticketId).where('jobNumber', '=', jobNumber).execute()
}

/** Adds a part at the end of the ticket's list. */
export async function addParts(work: UnitOfWork, ticketId: number, parts: readonly Part[]): Promise<void> {
  if (parts.length === 0) return
  const first = await nextPosition(work.from('part').where('ticketId', '=', ticketId))
  work.insert(
    'part',
    ...parts.map((part, index) => ({ ticketId, position: first + index, ...toPartRow(part) })),
  )
}

export function savePart(work: UnitOfWork, ticketId: number, { partId, ...part }: Part): void {
  work.save('part', { ticketId, partId }, toPartRow(part))
}

export function deletePart(work: UnitOfWork, ticketId: number, partId: string): void {
  work.write(work.remove('part').where('ticketId', '=', ticketId).where('partId', '=', partId))
}
