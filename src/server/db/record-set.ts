// Tables of which an export has every row, so that one loop writes them and another reads them back. A feature declares
// its own in its `tables.ts`.

import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { batchesOf, ROWS_PER_STATEMENT } from '#server/lib/batches.ts'
import type { CompanyTables } from './schema.ts'
import { belongsToCompany } from './tenant-filter.ts'
import { authorize, type UnitOfWork } from './unit-of-work.ts'

export type StoredRow = Readonly<Record<string, unknown>>

/** Rows of a table as an export has them. */
export type RecordList = {
  /** Its key in the file. */
  readonly name: string
  readonly table: keyof CompanyTables
  /** What numbers its rows within a company; they are written in this order. */
  readonly key: readonly string[]
  /** In the order of the file. */
  readonly columns: readonly string[]
  /** Columns that the table does not have, or has under another name. */
  readonly computed?: Readonly<Record<string, (work: UnitOfWork) => RawBuilder<unknown>>>
  /** Only the rows with this kind. */
  readonly kind?: string
  /** How the file has a value that it does not have as it is stored. Of times it has epoch milliseconds. */
  readonly written?: Readonly<Record<string, (stored: never) => unknown>>
  readonly rowsPerPage?: number
}

/** A list of the office's export, and a spreadsheet. */
export type RecordSheet = RecordList & { readonly fileName: string }

/** `visit` is a completed ticket. */
export type ReferredKind = 'visit' | 'session' | 'employee'

/** Rows that a tree has, under their ids, and an import reads. Columns without a value are left out. */
export type RecordSet<Row = StoredRow> = RecordList & {
  /** Of one that is a sheet, too. */
  readonly fileName?: string
  /** The column under which the file has a row; null for a list without keys. */
  readonly id: string | null
  /** What a row of a file must be like; it is read as what is stored. */
  readonly schema: z.ZodType<Row>
  /** The column that says when it was made. */
  readonly time?: string
  /** What a column refers to; a row without it, or without the ticket of its `ticketId`, is left out. */
  readonly refersTo?: Readonly<Record<string, ReferredKind>>
  /** Rows of the same value here are numbered from 1 in `position`. */
  readonly numberedBy?: string
  /** What the import's report counts them as. */
  readonly countedAs?: 'invoices' | 'payments'
  /** Called once all were written, if there were any. */
  whenWritten?(work: UnitOfWork): Promise<void>
  /** The columns of a row, where they are not those of the file. */
  toColumns?(row: Row): object
  /** Rows of another table that are written with it. */
  readonly children?: { readonly table: keyof CompanyTables; rowsOf(id: string, row: Row): readonly object[] }
}

/** A set whose columns are those of `schema`. */
export const recordSet = <Schema extends z.ZodObject>(
  schema: Schema,
  set: Omit<RecordSet<z.output<Schema>>, 'schema' | 'columns'>,
): RecordSet<z.output<Schema>> => ({ ...set, schema, columns: Object.keys(schema.shape) }) as never

const writtenValue = ({ written }: RecordList, column: string, stored: unknown): unknown => {
  if (stored === null || stored === undefined) return null
  return written?.[column]?.(stored as never) ?? stored
}

/** Its values in the order of the columns; times are still dates. */
export const writtenValues = (list: RecordList, row: StoredRow): unknown[] =>
  list.columns.map(column => writtenValue(list, column, row[column]))

const toJson = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value)

/** A row as it is in JSON: times in epoch milliseconds. */
export const writtenRecord = (list: RecordList, row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(list.columns.map(column => [column, toJson(writtenValue(list, column, row[column]))]))

/** The same without the columns that have no value. */
export const writtenRow = (list: RecordList, row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(Object.entries(writtenRecord(list, row)).filter(([, value]) => value !== null))

/** The next rows after this one, or the first. */
async function listRecords(
  work: UnitOfWork,
  { table, key, columns, computed, kind, rowsPerPage = 1000, ...list }: RecordList & { id?: string | null },
  after: StoredRow | undefined,
): Promise<{ readonly rows: readonly StoredRow[]; readonly isLast: boolean }> {
  authorize(work, 'company.export')
  const select = (names: readonly string[]) =>
    sql.join(names.map(name => computed?.[name]?.(work) ?? sql.ref(name)))
  const values = sql.join(key.map(column => after?.[column]))
  const isAfter = after === undefined ? sql`true` : sql`(${select(key)}) > (${values})`
  const selected = new Set([...columns, ...key, ...(list.id ? [list.id] : [])])
  // Kysely cannot type a table that is one of several.
  const { rows } = await sql<StoredRow>`
    select ${select([...selected])} from ${sql.table(table)}
    where ${belongsToCompany(table, work.companyId)} and ${isAfter}
      and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
    order by ${select(key)} limit ${rowsPerPage}`.execute(work.database)
  return { rows, isLast: rows.length < rowsPerPage }
}

/** All rows of a list, in pages that are each read on their own by `read`. */
export async function* pagesOf(
  read: <T>(task: (work: UnitOfWork) => Promise<T>) => Promise<T>,
  list: RecordList,
): AsyncGenerator<readonly StoredRow[]> {
  let last: StoredRow | undefined
  do {
    const after = last
    const { rows, isLast } = await read(work => listRecords(work, list, after))
    if (rows.length > 0) yield rows
    last = isLast ? undefined : rows.at(-1)
  } while (last !== undefined)
}

/** Rows of a set as its schema read them. */
export type ReadRecord = { readonly set: RecordSet; readonly id: string; readonly row: StoredRow }

/** What is no text, list or time is stored as JSON. */
const toParameter = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? JSON.stringify(value)
    : value

/** Writes rows of one set, which nothing here has yet. */
export function insertRecords(work: UnitOfWork, set: RecordSet, records: readonly ReadRecord[]): void {
  const insert = (table: keyof CompanyTables, rows: readonly object[]) => {
    const values = rows.map(row => ({
      companyId: work.companyId,
      ...Object.fromEntries(Object.entries(row).map(([column, value]) => [column, toParameter(value)])),
    }))
    for (const some of batchesOf(values, ROWS_PER_STATEMENT)) {
      // What is there twice in a list without ids is written once.
      const query = work.database.insertInto(table as 'invoice').values(some as never)
      work.write(set.id === null || table !== set.table ? query.onConflict(same => same.doNothing()) : query)
    }
  }
  insert(
    set.table,
    records.map(({ id, row }) => ({
      ...(set.toColumns?.(row) ?? row),
      ...(set.id !== null && { [set.id]: id }),
      ...(set.kind !== undefined && { kind: set.kind }),
    })),
  )
  const { children } = set
  if (children !== undefined)
    insert(
      children.table,
      records.flatMap(({ id, row }) => children.rowsOf(id, row)),
    )
}
