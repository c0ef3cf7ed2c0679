// Imports from a spreadsheet: started, filled with rows, and undone.

import { randomUUID } from 'node:crypto'
import { dayOf } from '#domain/lib/company-time.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { modelYearError } from '#domain/rigs/model-year.ts'
import { MAX_EMPLOYEE_ROWS } from '#domain/spreadsheet-import/employee-columns.ts'
import {
  EMPTY_REPORT,
  MAX_REMAINING_NAMES,
  type SpreadsheetKind,
  UPLOAD_SILENCE_MS,
} from '#domain/spreadsheet-import/import-run.ts'
import { visitErrors, type WorkRow, workDayProblem } from '#domain/spreadsheet-import/work-columns.ts'
import { EMAIL_IN_USE, listEmailsInUse } from '#server/auth/accounts.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { command, procedure, withTransaction } from '#server/rpc/procedures.ts'
import { takeHints, withinHints } from './hints.ts'
import { listKnownRigs } from './imported-visits.ts'
import { IMPORTERS } from './importers.ts'
import {
  addChunk,
  addRun,
  failRun,
  findRunningImport,
  listUnsharedRigs,
  lockRun,
  recordImport,
  removeHistory,
  removeItems,
  saveRun,
  UPLOAD_STOPPED,
} from './spreadsheet-store.ts'

/** Ends an upload that broke off, so that the file can be sent again. Throws a Refusal while another import runs. */
async function assertNoOtherImport(work: UnitOfWork, fileHash: string): Promise<void> {
  const running = await findRunningImport(work)
  if (running === undefined) return
  const isSilent = work.now.getTime() - running.receivedAt.getTime() > UPLOAD_SILENCE_MS
  const isBroken = running.source !== 'tree' && running.rowsReceived < running.rowCount
  if (!isBroken || !(isSilent || running.fileHash === fileHash))
    throw new Refusal([{ code: 'import.running' }])
  await failRun(work, running.importId, UPLOAD_STOPPED)
}

export const startImport = command.imports.start.handler(async ({ input, context: { work } }) => {
  if (input.kind === 'employees' && input.rowCount > MAX_EMPLOYEE_ROWS)
    throw invalid({ rowCount: `Send at most ${MAX_EMPLOYEE_ROWS} employees.` })
  // Of two at once, the second waits here and is refused.
  await lockCompany(work)
  await assertNoOtherImport(work, input.fileHash)
  const { leftOut, ...file } = input
  const importId = randomUUID()
  addRun(work, { importId, ...file, report: { ...EMPTY_REPORT, leftOut } })
  recordImport(work, 'import-start', file)
  return { importId }
})

type Chunk = { readonly importId: string; readonly firstRow: number; readonly rows: readonly unknown[] }

/** Keeps the next rows of a run of this kind. `errorsOf` finds what is wrong with them, by path. */
async function addRows(
  work: UnitOfWork,
  kind: SpreadsheetKind,
  { importId, firstRow, rows }: Chunk,
  errorsOf: () => Promise<Readonly<Record<string, string>>>,
): Promise<{ done: true }> {
  const run = await lockRun(work, importId)
  if (run.kind !== kind) throw notFound('There is no such import.')
  if (firstRow + rows.length <= run.rowsReceived) return { done: true }
  if (run.state !== 'running') throw new Refusal([{ code: 'import.ended' }])
  const errors = await errorsOf()
  if (Object.keys(errors).length > 0) throw invalid(errors)
  addChunk(work, run, firstRow, rows)
  recordImport(work, 'send-import-rows', run, rows.length)
  return { done: true }
}

export const addCustomers = command.imports.addCustomers.handler(({ input, context: { work } }) =>
  addRows(work, 'customers', input, async () =>
    Object.fromEntries(
      input.rows.flatMap(({ year }, index) => {
        const error = modelYearError(year, work.now)
        return error === null ? [] : [[`rows.${index}.year`, error]]
      }),
    ),
  ),
)

/** Counts what the errors of these rows may say of others, before the transaction takes a connection. */
const hintedProcedure = procedure.use(async ({ context, next }, input) => {
  const { rows } = input as { rows: readonly unknown[] }
  return next({ context: { hints: await takeHints(context, rows.length) } })
})
const hintedCommand = hintedProcedure.use(withTransaction)

/** Every employee of a list has an account, which no one else can then have with that email. */
const employeeCommand = hintedProcedure
  .use(async ({ context, next }, input) => {
    const { rows } = input as { rows: readonly unknown[] }
    const subjects = rateLimitSubjectsOf(context.execution.actor, context.address)
    await context.rateLimiter.consume('imported-employees', subjects, rows.length)
    return next()
  })
  .use(withTransaction)

export const addEmployees = employeeCommand.imports.addEmployees.handler(({ input, context }) => {
  const { work, founders } = context
  return addRows(work, 'employees', input, async () => {
    const emails = input.rows.map(({ email }) => email)
    // Of the others, those in use are left out when the import runs.
    const inUse = await listEmailsInUse(work, founders, await withinHints(work, context, emails))
    return Object.fromEntries(
      emails.flatMap((email, index) =>
        inUse.has(email) || emails.indexOf(email) < index ? [[`rows.${index}.email`, EMAIL_IN_USE]] : [],
      ),
    )
  })
})

/** What is wrong with the jobs of a visit, one by one and together. */
function errorsOfVisit(
  jobs: readonly WorkRow[],
  isUnknownRig: boolean,
  work: UnitOfWork,
): [string, string][] {
  const today = dayOf(work.now, work.timeZone)
  const together = visitErrors(jobs)
  return jobs.flatMap((job, index) => {
    const date = workDayProblem(job.date, today)
    const year = modelYearError(job.year, work.now)
    const missing = (['make', 'model', 'year'] as const).filter(
      field => index === 0 && isUnknownRig && jobs.every(each => each[field] === ''),
    )
    return Object.entries({
      ...together[index],
      ...(date !== null && { date }),
      ...(year !== null && { year }),
      ...Object.fromEntries(missing.map(field => [field, 'Required.'])),
    }).map(([field, error]): [string, string] => [`jobs.${index}.${field}`, error])
  })
}

export const addVisits = hintedCommand.imports.addVisits.handler(({ input, context }) => {
  const { work } = context
  return addRows(work, 'work', input, async () => {
    const vins = input.rows.flatMap(({ jobs }) => jobs.slice(0, 1).map(({ vin }) => vin))
    const answered = await withinHints(work, context, vins)
    const rigs = await listKnownRigs(work, answered)
    const isUnknown = (vin: string): boolean => answered.includes(vin) && !rigs.has(vin)
    return Object.fromEntries(
      input.rows.flatMap(({ jobs }, index) =>
        errorsOfVisit(jobs, isUnknown(jobs[0]?.vin ?? ''), work).map(([path, error]) => [
          `rows.${index}.${path}`,
          error,
        ]),
      ),
    )
  })
})

export const undoImport = command.imports.undo.handler(async ({ input, context: { work } }) => {
  work.takeEraserRole()
  const unsharedRigs = await listUnsharedRigs(work, input.importId)
  const run = await lockRun(work, input.importId)
  if (run.state === 'running') throw new Refusal([{ code: 'import.running' }])
  if (run.state === 'undone') return { done: true }
  const { removed, remaining, tickets = [] } = await IMPORTERS[run.kind].undo(work, run.importId)
  // Last: a visit keeps its rig on file.
  const rigs = await removeHistory(work, run.importId, tickets, unsharedRigs)
  await removeItems(work, run.importId)
  const undone = {
    removed,
    ...rigs,
    remaining: remaining.length,
    remainingNames: remaining.slice(0, MAX_REMAINING_NAMES),
  }
  const report = { ...run.report, undone }
  saveRun(work, run, { state: 'undone', rowsDone: run.rowsDone, report })
  recordImport(work, 'import-undo', run)
  return { done: true }
})
