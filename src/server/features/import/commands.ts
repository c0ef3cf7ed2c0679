// Imports from a spreadsheet: started, filled with rows, and undone.

import { randomUUID } from 'node:crypto'
import { EMPTY_REPORT } from '#domain/import/import-run.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { modelYearError } from '#domain/rigs/model-year.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { removeImportedCustomers } from '#server/features/imported-customers/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { addChunk, addRun, hasRunningImport, lockRun, removeRigs, saveRun } from './spreadsheet-store.ts'

export const startImport = command.imports.start.handler(async ({ input, context: { work } }) => {
  // Of two at once, the second waits here and is refused.
  await lockCompany(work)
  if (await hasRunningImport(work)) throw new Refusal([{ code: 'import.running' }])
  const { leftOut, ...file } = input
  const importId = randomUUID()
  await addRun(work, { importId, ...file, report: { ...EMPTY_REPORT, leftOut } })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.import-start', card: null })
  return { importId }
})

export const addCustomers = command.imports.addCustomers.handler(async ({ input, context: { work } }) => {
  const run = await lockRun(work, input.importId)
  if (run.state !== 'running') throw new Refusal([{ code: 'import.ended' }])
  for (const [index, { year }] of input.rows.entries()) {
    const error = modelYearError(year, work.now)
    if (error !== null) throw invalid({ [`rows.${index}.year`]: error })
  }
  await addChunk(work, run, input.firstRow, input.rows)
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.send-import-rows', card: null })
  return { done: true }
})

export const undoImport = command.imports.undo.handler(async ({ input, context: { work } }) => {
  const run = await lockRun(work, input.importId)
  if (run.state === 'running') throw new Refusal([{ code: 'import.running' }])
  if (run.state === 'undone') return { done: true }
  const removed = await removeImportedCustomers(work, run.importId)
  const rigs = await removeRigs(work, run.importId)
  const report = { ...run.report, undone: { removed, ...rigs } }
  await saveRun(work, run, { state: 'undone', rowsDone: run.rowsDone, report })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.import-undo', card: null })
  return { done: true }
})
