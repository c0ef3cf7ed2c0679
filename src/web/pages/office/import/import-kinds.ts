// The kinds of spreadsheets that can be imported: what their columns are, what is wrong with their rows, and what is sent.

import type * as z from 'zod'
import { importedCustomer, importedEmployee, importedJob } from '#contract/imports.ts'
import { isDay } from '#domain/lib/calendar-date.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { modelYearError } from '#domain/rigs/model-year.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { vinWarning } from '#domain/rigs/vin.ts'
import { type CustomerRow, customerKey } from '#domain/spreadsheet-import/customer-columns.ts'
import { MAX_EMPLOYEE_ROWS } from '#domain/spreadsheet-import/employee-columns.ts'
import { statusProblem } from '#domain/spreadsheet-import/employee-status.ts'
import { MAX_CHUNK_ROWS, type SpreadsheetKind } from '#domain/spreadsheet-import/import-run.ts'
import type { SheetRow } from '#domain/spreadsheet-import/sheet-columns.ts'
import { dayOfDate } from '#domain/spreadsheet-import/sheet-values.ts'
import {
  groupVisits,
  lineAmountProblem,
  MAX_IMPORTED_VISITS,
  visitErrors,
  visitKey,
  type WorkRow,
  workDayProblem,
} from '#domain/spreadsheet-import/work-columns.ts'
import { type ClientContext, client } from '#web/api/client.ts'
import { KIND_TEXTS, type KindTexts } from './kind-texts.ts'

export type RowErrors = Readonly<Record<string, string>>
export type CheckedRow = {
  readonly row: SheetRow
  readonly errors: RowErrors
  readonly state: 'new' | 'here' | 'faulty' | 'left-out'
  /** Why it has this state although nothing is wrong with it, or what else happens. */
  readonly note?: string
}

export type CheckTime = { readonly now: Date; readonly timeZone: string }
/** What the server knows of rows: `here KEY`, `email ADDRESS`, `unknown VIN`, `visits COUNT VIN`. */
type Facts = ReadonlySet<string>
type Chunk = { readonly importId: string; readonly firstRow: number; readonly rows: readonly unknown[] }
type Options = { readonly context: ClientContext }

export type ImportKind = KindTexts & {
  /** What it brings: one, and many. */
  readonly unit: readonly [string, string]
  readonly maxRows: number
  /** What is wrong with a row by itself. */
  readonly errorsOf: (row: SheetRow, time: CheckTime) => RowErrors
  /** Asks the server about rows with nothing wrong, at most `MAX_CHUNK_ROWS`. */
  readonly ask: (rows: readonly SheetRow[]) => Promise<string[]>
  /** What is wrong with all rows together; `errors` are those of each by itself. */
  readonly check: (rows: readonly SheetRow[], errors: readonly RowErrors[], facts: Facts) => CheckedRow[]
  /** What is sent: rows, or rows that belong together. */
  readonly toUnits: (rows: readonly SheetRow[]) => readonly unknown[]
  readonly send: (chunk: Chunk, options: Options) => Promise<unknown>
  readonly titleOf: (row: SheetRow) => string
  readonly detailsOf: (row: SheetRow) => readonly string[]
  readonly warningOf: (row: SheetRow) => string | null
}

const hasErrors = (errors: RowErrors): boolean => Object.keys(errors).length > 0

/** The contract's own validation, by field. */
function schemaErrors(schema: z.ZodType, row: SheetRow): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(row).error?.issues ?? [])
    errors[String(path[0])] ??= message
  return errors
}

function withYear(errors: RowErrors, { year = '' }: SheetRow, { now }: CheckTime): RowErrors {
  const error = modelYearError(year.trim(), now)
  return error === null ? errors : { year: error, ...errors }
}

const join = (texts: readonly (string | undefined)[], separator = ' · '): string =>
  texts.filter(text => text !== undefined && text !== '').join(separator)

const nameOf = ({ firstName, lastName }: SheetRow): string => join([firstName, lastName], ' ')

function rigOf({ vin = '', make = '', model = '', year = '' }: SheetRow): string {
  return vin === '' && make === '' && model === '' ? '' : `${rigName({ make, model, year })} ${vin}`.trim()
}

/** The fields that a kind of row is sent with. */
const pick = (row: SheetRow, fields: object): SheetRow =>
  Object.fromEntries(Object.keys(fields).map(field => [field, row[field] ?? '']))

const SHARED_EMAIL = 'Each of these people is imported.'

const emailOf = ({ email = '' }: SheetRow): string => email.trim().toLowerCase()

/** How many rows share each email. */
function countEmails(rows: readonly SheetRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows)
    if (emailOf(row) !== '') counts.set(emailOf(row), (counts.get(emailOf(row)) ?? 0) + 1)
  return counts
}

const customers: ImportKind = {
  ...KIND_TEXTS.customers,
  unit: ['Customer', 'Customers'],
  maxRows: Number.POSITIVE_INFINITY,
  errorsOf: (row, time) => withYear(schemaErrors(importedCustomer, row), row, time),
  ask: async rows => {
    const asked = (rows as readonly CustomerRow[]).map(({ firstName, lastName, email, phone, vin }) => ({
      firstName,
      lastName,
      email,
      phone,
      vin,
    }))
    const { areHere } = await client.imports.checkCustomers({ rows: asked })
    return asked.flatMap((row, index) => (areHere[index] === true ? [`here ${customerKey(row)}`] : []))
  },
  check: (rows, errors, facts) => {
    const seen = new Set<string>()
    const emails = countEmails(rows)
    return rows.map((row, index) => {
      const own = errors[index] ?? {}
      if (hasErrors(own)) return { row, errors: own, state: 'faulty' }
      const key = customerKey(row as CustomerRow)
      // A row that repeats an earlier one is here by then.
      if (facts.has(`here ${key}`)) return { row, errors: own, state: 'here' }
      if (seen.has(key)) return { row, errors: own, state: 'here', note: 'A row above is the same.' }
      seen.add(key)
      const sharing = emails.get(emailOf(row)) ?? 0
      return sharing > 1
        ? { row, errors: own, state: 'new', note: `${sharing} rows have this email. ${SHARED_EMAIL}` }
        : { row, errors: own, state: 'new' }
    })
  },
  toUnits: rows => rows.map(row => pick(row, importedCustomer.shape)),
  send: ({ rows, ...chunk }, options) =>
    client.imports.addCustomers({ ...chunk, rows: rows as z.input<typeof importedCustomer>[] }, options),
  titleOf: row => nameOf(row) || 'No name',
  detailsOf: row => [join([row.email, row.phone, row.address]), rigOf(row)],
  warningOf: ({ vin = '' }) => {
    const warning = vinWarning(vin)
    return warning === null ? null : `${warning} Only your company will see this VIN.`
  },
}

const employees: ImportKind = {
  ...KIND_TEXTS.employees,
  unit: ['Employee', 'Employees'],
  maxRows: MAX_EMPLOYEE_ROWS,
  errorsOf: row => {
    if (row.status === 'Inactive') return {}
    const status = statusProblem(row.status ?? '')
    return { ...schemaErrors(importedEmployee, row), ...(status !== null && { status }) }
  },
  ask: async rows => {
    const emails = rows.filter(({ status }) => status !== 'Inactive').map(({ email = '' }) => email)
    if (emails.length === 0) return []
    const { inUse } = await client.imports.checkEmployees({ emails })
    return inUse.map(email => `email ${email}`)
  },
  check: (rows, errors, facts) => {
    const seen = new Set<string>()
    return rows.map((row, index) => {
      if (row.status === 'Inactive')
        return { row, errors: {}, state: 'left-out', note: row.notes || 'Left out: no longer works here.' }
      const own = errors[index] ?? {}
      const email = emailOf(row)
      const problem = facts.has(`email ${email}`)
        ? 'An account with this email already exists.'
        : seen.has(email)
          ? 'A row above has the same email.'
          : null
      if (email !== '') seen.add(email)
      const all = problem === null ? own : { email: problem, ...own }
      return { row, errors: all, state: hasErrors(all) ? 'faulty' : 'new' }
    })
  },
  toUnits: rows => rows.map(row => pick(row, importedEmployee.shape)),
  send: ({ rows, ...chunk }, options) =>
    client.imports.addEmployees({ ...chunk, rows: rows as z.input<typeof importedEmployee>[] }, options),
  titleOf: row => nameOf(row) || 'No name',
  detailsOf: row => [join([row.roles, row.email, row.phone])],
  warningOf: () => null,
}

const writtenDay = (date = ''): string =>
  isDay(dayOfDate(date)) ? join([formatDayWithYear(dayOfDate(date)), date.slice(11)], ', ') : date

/** Of a long text, what is enough to know it by. */
const MAX_SHOWN_LENGTH = 200
const shorten = (text = ''): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text

const labeled = (label: string, text = ''): string => (text === '' ? '' : `${label}: ${shorten(text)}`)

const TOO_MANY_VISITS = `Left out: at most ${MAX_IMPORTED_VISITS} visits of a VIN are imported.`

/** The visits of each VIN: those that the server has named, and those added. */
function importedVisits(facts: Facts) {
  const counts = new Map<string, number>()
  for (const fact of facts) {
    const [, count, vin] = /^visits (\d+) (.*)$/.exec(fact) ?? []
    if (vin !== undefined) counts.set(vin, Math.max(Number(count), counts.get(vin) ?? 0))
  }
  const add = (vin: string): number => {
    const count = (counts.get(vin) ?? 0) + 1
    counts.set(vin, count)
    return count
  }
  return { add }
}

const work: ImportKind = {
  ...KIND_TEXTS.work,
  unit: ['Visit', 'Visits'],
  maxRows: Number.POSITIVE_INFINITY,
  errorsOf: (row, time) => {
    const date = workDayProblem(row.date ?? '', dayOf(time.now, time.timeZone))
    const lineAmount = lineAmountProblem(row.lineAmount ?? '')
    return {
      ...withYear(schemaErrors(importedJob, row), row, time),
      ...(date !== null && { date }),
      ...(lineAmount !== null && { lineAmount }),
    }
  },
  ask: async rows => {
    const keys = [...new Set((rows as readonly WorkRow[]).map(row => visitKey([row])))]
    const vins = [...new Set(rows.map(({ vin = '' }) => vin))]
    const { areHere, onFile, unanswered, visitsHere } = await client.imports.checkVisits({ keys, vins })
    return [
      ...vins.map((vin, index) => `visits ${visitsHere[index]} ${vin}`),
      ...keys.filter((_, index) => areHere[index] === true).map(key => `here ${key}`),
      ...vins.filter(vin => !onFile.includes(vin) && !unanswered.includes(vin)).map(vin => `unknown ${vin}`),
    ]
  },
  check: (rows, errors, facts) => {
    const checked: CheckedRow[] = []
    const lines = rows as readonly WorkRow[]
    const visitsOf = importedVisits(facts)
    for (const indexes of groupVisits(lines)) {
      const visit = indexes.flatMap(index => lines[index] ?? [])
      const together = visitErrors(visit)
      const missing = facts.has(`unknown ${visit[0]?.vin ?? ''}`)
        ? (['make', 'model', 'year'] as const).filter(field => visit.every(line => line[field] === ''))
        : []
      const all = indexes.map((index, at) => ({
        ...together[at],
        ...(at === 0 &&
          Object.fromEntries(missing.map(field => [field, 'Required: this VIN is not on file.']))),
        ...errors[index],
      }))
      const isInvalid = all.some(hasErrors)
      const isHere = facts.has(`here ${visitKey(visit)}`)
      const isOneTooMany = !isInvalid && !isHere && visitsOf.add(visit[0]?.vin ?? '') > MAX_IMPORTED_VISITS
      const state = isInvalid ? 'faulty' : isHere ? 'here' : isOneTooMany ? 'left-out' : 'new'
      for (const [at, index] of indexes.entries()) {
        const own = all[at] ?? {}
        const row = rows[index] ?? {}
        checked[index] =
          isInvalid && !hasErrors(own)
            ? { row, errors: own, state, note: `Another row of invoice ${row.invoice} is faulty.` }
            : { row, errors: own, state, ...(isOneTooMany && { note: TOO_MANY_VISITS }) }
      }
    }
    return checked
  },
  toUnits: rows =>
    groupVisits(rows as readonly WorkRow[]).map(indexes => ({
      jobs: indexes.map(index => pick(rows[index] ?? {}, importedJob.shape)),
    })),
  send: ({ rows, ...chunk }, options) =>
    client.imports.addVisits({ ...chunk, rows: rows as { jobs: z.input<typeof importedJob>[] }[] }, options),
  titleOf: row =>
    join([writtenDay(row.date), row.invoice === '' ? '' : `Invoice ${row.invoice}`]) || 'No date',
  detailsOf: row => [
    join([rigOf(row), nameOf(row)]),
    shorten(row.complaint),
    labeled('Cause', row.cause),
    labeled('Correction', row.correction),
    join([
      row.hours === '' ? '' : `${row.hours} h`,
      join([labeled('Parts', row.parts), row.partsAmount], ', '),
      labeled('Line', row.lineAmount),
      labeled('Total', row.total),
      row.technician,
    ]),
  ],
  warningOf: ({ vin = '' }) => vinWarning(vin),
}

export const IMPORT_KINDS: Readonly<Record<SpreadsheetKind, ImportKind>> = { customers, employees, work }

/** What one request may carry, with room to spare. */
const MAX_CHUNK_BYTES = 600_000

/** Units as requests carry them, in order. */
export function chunksOf(units: readonly unknown[]): unknown[][] {
  const chunks: unknown[][] = []
  let bytes = MAX_CHUNK_BYTES
  for (const unit of units) {
    const size = new TextEncoder().encode(JSON.stringify(unit)).length
    const last = chunks.at(-1)
    if (last === undefined || bytes + size > MAX_CHUNK_BYTES || last.length === MAX_CHUNK_ROWS) {
      chunks.push([unit])
      bytes = size
    } else {
      last.push(unit)
      bytes += size
    }
  }
  return chunks
}
