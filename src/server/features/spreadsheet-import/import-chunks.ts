// Imports the rows of spreadsheets in the background, a chunk in each transaction: a server that ends half-way leaves
// whole chunks, and the next goes on with the first that waits.

import { type SpreadsheetReport, UPLOAD_TIMEOUT_MS } from '#domain/spreadsheet-import/import-run.ts'
import { runInTransaction, type UnitOfWork, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { databaseProblemOf } from '#server/lib/pg-errors.ts'
import { IMPORTERS } from './importers.ts'
import {
  failRun,
  listRunningImports,
  lockRun,
  recordImport,
  saveRun,
  takeChunk,
  UPLOAD_STOPPED,
} from './spreadsheet-store.ts'

const CHUNK_FAILED = 'Something went wrong on our side. Start it again: what is here already stays as it is.'

async function importChunk(work: UnitOfWork, importId: string): Promise<void> {
  const run = await lockRun(work, importId)
  // Another server was faster.
  if (run.state !== 'running') return
  const chunk = await takeChunk(work, importId)
  if (chunk === null) return failRun(work, importId, CHUNK_FAILED)
  const { rows, rowCount } = chunk
  const { added, rigsAdded, leftOut = 0 } = await IMPORTERS[run.kind].addRows(work, importId, rows)
  const rowsDone = run.rowsDone + rowCount
  const report: SpreadsheetReport = {
    ...run.report,
    added: run.report.added + added,
    alreadyHere: run.report.alreadyHere + rowCount - added - leftOut,
    leftOut: run.report.leftOut + leftOut,
    rigsAdded: run.report.rigsAdded + rigsAdded,
  }
  const isDone = rowsDone === run.rowCount
  saveRun(work, run, { state: isDone ? 'done' : 'running', rowsDone, report })
  if (isDone) recordImport(work, 'import-done', run)
}

/** Imports the next chunk of any company, and returns whether there was one. */
export async function importNextChunk(services: UnitOfWorkServices, now: Date): Promise<boolean> {
  const running = await listRunningImports(services.database)
  const next =
    running.find(({ isReceived }) => isReceived) ??
    running.find(({ receivedAt }) => now.getTime() - receivedAt.getTime() > UPLOAD_TIMEOUT_MS)
  if (next === undefined) return false
  const { companyId, importId, startedBy, startedByName, isReceived } = next
  const actor = { kind: 'owner', id: startedBy, name: startedByName, companyId } as const
  const execution = { actor, actorKey: startedBy, now, timeZone: 'UTC' }
  const { timeZone } = await runInTransaction(services, execution, 'query', work =>
    work.from('company').select('timeZone').executeTakeFirstOrThrow(),
  )
  const inCompany = (task: (work: UnitOfWork) => Promise<void>) =>
    runInTransaction(services, { ...execution, timeZone }, 'command', task)
  if (!isReceived) {
    await inCompany(work => failRun(work, importId, UPLOAD_STOPPED))
    return true
  }
  try {
    await inCompany(work => importChunk(work, importId))
  } catch (error) {
    // Without the database, it is tried again later.
    if (databaseProblemOf(error) === null) await inCompany(work => failRun(work, importId, CHUNK_FAILED))
    throw error
  }
  return true
}
