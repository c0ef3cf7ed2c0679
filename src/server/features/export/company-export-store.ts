// The exports of everything that a company has: one runs at a time, and the latest is shown.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type ExportFailure, exportExpiry, MAX_EXPORT_ATTEMPTS } from '#domain/export/company-export.ts'
import type { Database } from '#server/db/database.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany, lockCompany } from '#server/features/companies/store.ts'

/** How long a server may be silent before another one starts its export again. */
export const EXPORT_LEASE_MS = 60_000

export async function findLatestExport(work: UnitOfWork) {
  authorize(work, 'company.export')
  return work
    .from('companyExport')
    .selectAll()
    .orderBy(sql`state = 'running'`, 'desc')
    .orderBy('requestedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** An export of the current company; undefined for another's. */
export function findExport(work: UnitOfWork, exportId: string) {
  authorize(work, 'company.export')
  return work.from('companyExport').selectAll().where('exportId', '=', exportId).executeTakeFirst()
}

/** The id of the export that runs, or of a new one. Ends all earlier ones. */
export async function startOrJoinExport(work: UnitOfWork): Promise<{ exportId: string; isNew: boolean }> {
  authorize(work, 'company.export')
  // Of two at once, the second waits here and joins the first.
  await lockCompany(work)
  const running = await work
    .from('companyExport')
    .select('exportId')
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (running !== undefined) return { exportId: running.exportId, isNew: false }
  await work.remove('companyExport').where('fileId', 'is', null).execute()
  // Its archive is deleted by the job.
  await work
    .update('companyExport')
    .set({ expiresAt: work.now })
    .where('state', '=', 'ready')
    .where('expiresAt', '>', work.now)
    .execute()
  const exportId = randomUUID()
  work.insert('companyExport', {
    exportId,
    state: 'running',
    requestedAt: work.now,
    requestedByName: work.by.name,
    leasedUntil: work.now,
  })
  return { exportId, isNew: true }
}

type DueExport = {
  readonly companyId: string
  readonly exportId: string
  readonly state: 'running' | 'ready'
}

/** The exports that wait to be made, and the archives that wait to be deleted, of all companies. */
export async function listDueExports(database: Database, now: Date): Promise<readonly DueExport[]> {
  const { rows } = await sql<DueExport>`
    select company_id, export_id, state from due_company_exports(${now})`.execute(database)
  return rows
}

/** Which start of which export a server works on. */
export type LeasedExport = { readonly exportId: string; readonly attempt: number }

/** The export, locked until the transaction ends, if it is still to be made and nobody else makes it. */
async function lockDueExport(work: UnitOfWork, exportId: string) {
  return work
    .from('companyExport')
    .selectAll()
    .where('exportId', '=', exportId)
    .where('state', '=', 'running')
    .where('leasedUntil', '<=', work.now)
    .forUpdate()
    .executeTakeFirst()
}

const leaseEnd = (now: Date): Date => new Date(now.getTime() + EXPORT_LEASE_MS)

/** Leases an export to this server. Null if another one has it, or it has failed by now. */
export async function leaseExport(work: UnitOfWork, exportId: string): Promise<LeasedExport | null> {
  const found = await lockDueExport(work, exportId)
  if (found === undefined) return null
  const attempt = found.attempts + 1
  const lease = { exportId, attempt }
  const failure: ExportFailure | null =
    (await getCompany(work)).suspension !== null
      ? 'suspended'
      : attempt > MAX_EXPORT_ATTEMPTS
        ? 'interrupted'
        : null
  const leasedUntil = leaseEnd(work.now)
  work.save('companyExport', { exportId }, { attempts: attempt, leasedUntil, reads: 0, totalReads: null })
  if (failure === null) return lease
  await failExport(work, lease, failure)
  return null
}

/** The row that this server works on; it is gone with its company, and another's after the lease. */
const leasedRow = (work: UnitOfWork, { exportId, attempt }: LeasedExport) =>
  work
    .update('companyExport')
    .where('exportId', '=', exportId)
    .where('attempts', '=', attempt)
    .where('state', '=', 'running')

export type ExportProgress = { readonly reads: number; readonly totalReads: number | null }

/** Saves how far it is, and renews the lease. Returns why it must stop, or null. */
export async function saveExportProgress(
  work: UnitOfWork,
  lease: LeasedExport,
  progress: ExportProgress,
): Promise<'lost' | 'suspended' | null> {
  const saved = await leasedRow(work, lease)
    .set({ ...progress, leasedUntil: leaseEnd(work.now) })
    .returning('exportId')
    .execute()
  if (saved.length === 0) return 'lost'
  return (await getCompany(work)).suspension === null ? null : 'suspended'
}

/** The archive is there. Returns false if it is no longer wanted. */
export async function finishExport(
  work: UnitOfWork,
  lease: LeasedExport,
  archive: { readonly fileId: string; readonly bytes: number; readonly missingImages: number },
): Promise<boolean> {
  const times = { finishedAt: work.now, expiresAt: exportExpiry(work.now) }
  const saved = await leasedRow(work, lease)
    .set({ state: 'ready', ...archive, ...times })
    .returning('exportId')
    .execute()
  if (saved.length > 0)
    work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.export-ready', card: null })
  return saved.length > 0
}

/** Returns false if it is another server's by now, or gone. */
export async function failExport(
  work: UnitOfWork,
  lease: LeasedExport,
  failure: ExportFailure,
): Promise<boolean> {
  const saved = await leasedRow(work, lease)
    .set({ state: 'failed', failure, finishedAt: work.now })
    .returning('exportId')
    .execute()
  if (saved.length > 0)
    work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.export-fail', card: null })
  return saved.length > 0
}

/** Gives the export back, so that another server starts it at once; this start does not count. */
export async function releaseExport(work: UnitOfWork, lease: LeasedExport): Promise<void> {
  await leasedRow(work, lease)
    .set({ attempts: lease.attempt - 1, leasedUntil: work.now })
    .execute()
}

/** The archive of an export whose day is over; null if there is none. */
export async function findExpiredArchive(work: UnitOfWork, exportId: string): Promise<string | null> {
  const row = await work
    .from('companyExport')
    .select('fileId')
    .where('exportId', '=', exportId)
    .where('expiresAt', '<=', work.now)
    .executeTakeFirst()
  return row?.fileId ?? null
}

export const expireExport = (work: UnitOfWork, exportId: string): void =>
  work.save('companyExport', { exportId, state: 'ready' }, { state: 'expired', fileId: null })
