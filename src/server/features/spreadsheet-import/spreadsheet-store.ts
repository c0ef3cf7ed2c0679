// The import runs of spreadsheets, and the rows that wait for them.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#domain/refusals/refusal.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import type { CustomerRow } from '#domain/spreadsheet-import/customer-columns.ts'
import type {
  SpreadsheetDetail,
  SpreadsheetKind,
  SpreadsheetReport,
} from '#domain/spreadsheet-import/import-run.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { addOwnRigs } from '#server/features/rigs/store.ts'
import { notFound } from '#server/lib/api-errors.ts'

const MAX_RUNS = 100

export async function listRuns(work: UnitOfWork) {
  const rows = await work
    .from('importRun')
    .select(['importId', 'source', 'fileName', 'state', 'rowCount', 'rowsDone', 'startedAt'])
    .select(['startedByName', 'report'])
    .where('source', '<>', 'tree')
    .orderBy('startedAt', 'desc')
    .limit(MAX_RUNS)
    .execute()
  return rows.map(({ source, startedByName, report, ...run }) => ({
    ...run,
    kind: source as SpreadsheetKind,
    startedBy: startedByName,
    report: report as SpreadsheetReport,
  }))
}

/** The company's import in progress, if there is one. */
export function findRunningImport(work: UnitOfWork) {
  return work
    .from('importRun')
    .select(['importId', 'source', 'fileHash', 'rowCount', 'rowsReceived'])
    .select(({ fn }) => fn.coalesce('receivedAt', 'startedAt').as('receivedAt'))
    .where('state', '=', 'running')
    .limit(1)
    .executeTakeFirst()
}

type NewRun = Readonly<Record<'importId' | 'fileName' | 'fileHash', string>> & {
  readonly kind: SpreadsheetKind
  readonly rowCount: number
  readonly report: SpreadsheetReport
}

export const addRun = (work: UnitOfWork, { kind: source, report, ...run }: NewRun): void =>
  work.insert('importRun', {
    ...run,
    source,
    state: 'running',
    report: JSON.stringify(report),
    startedAt: work.now,
    startedBy: work.by.id,
    startedByName: work.by.name,
  })

/** A run, locked until the transaction ends, or NOT_FOUND. */
export async function lockRun(work: UnitOfWork, importId: string) {
  const run = await work
    .from('importRun')
    .select(['importId', 'source', 'fileName', 'state', 'rowCount', 'rowsDone', 'rowsReceived', 'report'])
    .where('importId', '=', importId)
    .where('source', '<>', 'tree')
    .forUpdate()
    .executeTakeFirst()
  if (run === undefined) throw notFound('There is no such import.')
  const { source, report, ...state } = run
  return { ...state, kind: source as SpreadsheetKind, report: report as SpreadsheetReport }
}

type LockedRun = Awaited<ReturnType<typeof lockRun>>

/** Keeps the next rows until they are imported; rows that came before are ignored. */
export function addChunk(
  work: UnitOfWork,
  { importId, rowsReceived, rowCount }: LockedRun,
  firstRow: number,
  rows: readonly unknown[],
): void {
  if (firstRow + rows.length <= rowsReceived) return
  if (firstRow !== rowsReceived || firstRow + rows.length > rowCount)
    throw new Refusal([{ code: 'import.row-missing' }])
  work.insert('importChunk', { importId, firstRow, rowCount: rows.length, rows: JSON.stringify(rows) })
  work.save('importRun', { importId }, { rowsReceived: firstRow + rows.length, receivedAt: work.now })
}

/** The next rows that wait; null if there are none. */
export async function takeChunk(work: UnitOfWork, importId: string) {
  const chunk = await work
    .from('importChunk')
    .select(['firstRow', 'rowCount', 'rows'])
    .where('importId', '=', importId)
    .orderBy('firstRow')
    .limit(1)
    .executeTakeFirst()
  if (chunk === undefined) return null
  await work
    .remove('importChunk')
    .where('importId', '=', importId)
    .where('firstRow', '=', chunk.firstRow)
    .execute()
  return chunk
}

type RunChange = {
  readonly state: LockedRun['state']
  readonly rowsDone: number
  readonly report: SpreadsheetReport
}

/** Saves how far a run has come. A run that has ended keeps no rows. */
export function saveRun(
  work: UnitOfWork,
  { importId }: Pick<LockedRun, 'importId'>,
  { report, ...change }: RunChange,
): void {
  const { state } = change
  const ended =
    state === 'undone' ? { undoneAt: work.now } : state === 'running' ? {} : { finishedAt: work.now }
  work.save('importRun', { importId }, { ...change, report: JSON.stringify(report), ...ended })
  if (state !== 'running') work.write(work.remove('importChunk').where('importId', '=', importId))
}

export const UPLOAD_STOPPED = 'The upload stopped before all rows had arrived. Start it again.'

/** Ends a run that is still in progress. */
export async function failRun(work: UnitOfWork, importId: string, failure: string): Promise<void> {
  const run = await lockRun(work, importId)
  if (run.state !== 'running') return
  saveRun(work, run, { state: 'failed', rowsDone: run.rowsDone, report: { ...run.report, failure } })
  recordImport(work, 'import-fail', run)
}

/** Puts a step of a run into the company's log, with the number of rows that arrived. */
export function recordImport(
  work: UnitOfWork,
  step: 'import-start' | 'send-import-rows' | 'import-done' | 'import-fail' | 'import-undo',
  { kind, fileName: file }: Pick<LockedRun, 'kind' | 'fileName'>,
  rows?: number,
): void {
  const detail: SpreadsheetDetail = { spreadsheet: { kind, file }, rows }
  work.recordChange({ kind: 'company', id: work.companyId, verb: `company.${step}`, card: null, detail })
}

type RunningImport = {
  readonly companyId: string
  readonly importId: string
  readonly startedBy: string
  readonly startedByName: string
  readonly receivedAt: Date
  /** Whether all its rows have arrived. */
  readonly isReceived: boolean
}

/** The runs of all companies, oldest first. */
export async function listRunningImports(database: Database): Promise<RunningImport[]> {
  const { rows } = await sql<RunningImport>`select * from running_imports()`.execute(database)
  return rows
}

type SharedRig = Pick<CustomerRow, 'vin' | 'make' | 'model' | 'year' | 'axleAmount'>

const fingerprintOf = ({
  vin,
  make,
  model,
  year,
  axleAmount,
}: { [Name in keyof SharedRig]: string | null }): string =>
  createHash('sha256')
    .update(JSON.stringify([vin, make, model, year, axleAmount || null]))
    .digest('hex')

/**
 * Puts rigs on file that are not, and returns how many. What is on file stays as it is. Those whose text is no VIN are
 * the company's own, and are not counted.
 */
export async function addRigs(
  work: UnitOfWork,
  importId: string,
  rigs: readonly SharedRig[],
): Promise<number> {
  addOwnRigs(
    work,
    rigs
      .filter(({ vin }) => !isSharedVin(vin))
      .map(rig => ({ ...rig, axleAmount: (rig.axleAmount || null) as null })),
  )
  const byVin = new Map(rigs.filter(({ vin }) => isSharedVin(vin)).map(rig => [rig.vin, rig]))
  if (byVin.size === 0) return 0
  const added = await work.database
    .insertInto('rig')
    .values(
      // In one order, so that two companies with the same rigs do not wait for each other.
      [...byVin.values()]
        .sort((one, other) => (one.vin < other.vin ? -1 : 1))
        .map(({ vin, make, model, year, axleAmount }) => ({
          ...{ vin, make, model, year, customerUuid: work.companyId, assigned: false, addedAt: work.now },
          axleAmount: (axleAmount || null) as null,
        })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('vin')
    .execute()
  if (added.length === 0) return 0
  work.insert(
    'importItem',
    ...added.map(({ vin: itemId }) => ({
      ...{ importId, kind: 'rig' as const, itemId },
      fingerprint: fingerprintOf(byVin.get(itemId) as SharedRig),
    })),
  )
  return added.length
}

/** Notes no longer what a run brought. */
export const removeItems = (work: UnitOfWork, importId: string) =>
  work.remove('importItem').where('importId', '=', importId).execute()

const listAddedRigs = (work: UnitOfWork, importId: string) =>
  work
    .from('importItem')
    .select(['itemId', 'fingerprint'])
    .where('importId', '=', importId)
    .where('kind', '=', 'rig')
    .execute()

/** The VINs of a run that neither another company nor an RV owner needs. The first question of a command. */
export async function listUnsharedRigs(work: UnitOfWork, importId: string): Promise<string[]> {
  const vins = (await listAddedRigs(work, importId)).map(({ itemId }) => itemId)
  if (vins.length === 0) return []
  const { rows } = await sql<{ vin: string }>`select vin from unshared_rigs(${vins}) as vin`.execute(
    work.database,
  )
  return rows.map(({ vin }) => vin)
}

/**
 * Deletes the entries of tickets that were removed, and the rigs that a run added; those that are needed or were
 * changed stay.
 */
export async function removeHistory(
  work: UnitOfWork,
  importId: string,
  tickets: readonly number[],
  unsharedRigs: readonly string[],
): Promise<{ rigsRemoved: number; rigsKept: number }> {
  const items = await listAddedRigs(work, importId)
  if (items.length === 0 && tickets.length === 0) return { rigsRemoved: 0, rigsKept: 0 }
  const onFile = await work.database
    .selectFrom('rig')
    .select(['vin', 'make', 'model', 'year', 'axleAmount'])
    .where(sql<boolean>`vin = any(${[...unsharedRigs]})`)
    .execute()
  const prints = new Map(items.map(({ itemId, fingerprint }) => [itemId, fingerprint]))
  const unchanged = onFile.filter(rig => fingerprintOf(rig) === prints.get(rig.vin)).map(({ vin }) => vin)
  const needed = new Set<string>()
  for (const table of ['ticket', 'booking'] as const)
    for (const { vin } of await work
      .from(table)
      .select('vin')
      .where(sql<boolean>`vin = any(${unchanged})`)
      .execute())
      needed.add(vin)
  const { rows } = await sql`
    select delete_imported_history(${[...tickets]}::integer[], ${unchanged.filter(vin => !needed.has(vin))})`.execute(
    work.database,
  )
  return { rigsRemoved: rows.length, rigsKept: items.length - rows.length }
}
