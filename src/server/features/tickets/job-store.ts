// Job lines, parts and their rates.

import type { LineClockRule } from '#domain/pricing/clock-rule.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { Job } from '#domain/tickets/job.ts'
import type { Part } from '#domain/tickets/part.ts'
import { nextPosition } from '#server/db/next-position.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { toJobRow, toPartRow } from './row-mapper.ts'

const laborChoicesOfCompany = statement(scope =>
  scope
    .from('billingSetting')
    .select(['laborRates', 'clockRule', 'newJobsByClock'])
    .where('turnedOnAt', 'is not', null),
)

/** How the labor of a company's job lines may be priced, besides hours times its own rate. */
export type LaborChoices = {
  readonly rates: readonly NamedRate[]
  /** Null if no line can be billed by the clock. */
  readonly clockRule: LineClockRule | null
  /** Of new lines: the same, or null for estimated hours. */
  readonly newJobRule: LineClockRule | null
}

/** None as long as the company does not bill. */
export async function getLaborChoices(work: UnitOfWork): Promise<LaborChoices> {
  const row = await laborChoicesOfCompany(work).executeTakeFirst()
  const clockRule = row?.clockRule ? { ...row.clockRule, timeZone: work.timeZone } : null
  return {
    rates: row?.laborRates ?? [],
    clockRule,
    newJobRule: row?.newJobsByClock ? clockRule : null,
  }
}

/** The company's labor rates by name; none as long as it does not bill. */
export const listLaborRates = async (work: UnitOfWork): Promise<readonly NamedRate[]> =>
  (await getLaborChoices(work)).rates

/** Keeps the rates and the clocked hours of lines that are billed, or whose ticket is finalized, as they count now. */
export function saveLaborOf(work: UnitOfWork, ticketId: number, jobs: readonly Job[]): void {
  for (const job of jobs) if (job.namedRate !== null || job.clockRule !== null) saveJob(work, ticketId, job)
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
