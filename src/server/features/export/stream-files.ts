// The files of an export: the tree, each company's own JSON, or spreadsheets; and the images and documents beside them.

import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import {
  EMPLOYEE_HEADER,
  employeeRow,
  formatCell,
  SPREADSHEETS,
  type Spreadsheet,
} from '#domain/export/spreadsheets.ts'
import { BYTE_ORDER_MARK, formatCsv } from '#domain/lib/csv.ts'
import { pagesOf, type RecordSheet, writtenValues } from '#server/db/record-set.ts'
import { listTickets } from '#server/features/tickets/store.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { batchesOf } from '#server/lib/batches.ts'
import { runQuery } from '#server/rpc/procedures.ts'
import { RECORD_SHEETS } from './declared-records.ts'
import { countDocuments, type DocumentReader, documentFiles } from './document-files.ts'
import { exportedImageFiles, listImages } from './image-files.ts'
import { listCustomerIds, listCustomers } from './pool-rows.ts'
import { startExport, streamExport } from './stream-export.ts'
import { ROWS_PER_BATCH, readerOf, streamTree, type TreeOptions } from './stream-tree.ts'
import type { ExportFile } from './write-files.ts'

export const FORMATS = ['tree', 'json', 'csv'] as const
export type ExportFormat = (typeof FORMATS)[number]

type Rows = Parameters<typeof formatCsv>[0]

export type ExportOptions = TreeOptions & {
  /** Reads an image from the file store. */
  readonly readImage: FileStore['read']
  /** Called with the number of tickets, images or documents that were read since. */
  readonly onRead?: (count: number) => void
  /** Called for an image that is not in the file store. */
  readonly onMissingImage?: () => void
  /** With the PDFs of what was invoiced. */
  readonly documents?: Omit<DocumentReader, 'readImage'>
}

/** How often all tickets are read for this format. */
const readsOf = (format: ExportFormat): number => (format === 'csv' ? Object.keys(SPREADSHEETS).length : 1)

/** How many tickets, images and documents these files read in all, as `onRead` counts them. */
export async function countReads(
  options: ExportOptions,
  companyIds: readonly string[],
  formats: readonly ExportFormat[],
): Promise<number> {
  const passes = formats.reduce((sum, format) => sum + readsOf(format), 0)
  let count = 0
  for (const companyId of companyIds) {
    const reader = readerOf(options, companyId)
    const { states } = await runQuery(reader, startExport)
    count += states.length * passes + (await runQuery(reader, listImages)).length
    if (options.documents !== undefined) count += await runQuery(reader, countDocuments)
  }
  return count
}

export async function* listFiles(
  options: ExportOptions,
  companyIds: readonly string[],
  formats: readonly ExportFormat[],
): AsyncGenerator<ExportFile> {
  for (const format of formats) yield* filesOf(options, companyIds, format)
  for (const companyId of companyIds) {
    const reader = readerOf(options, companyId)
    const { documents, readImage } = options
    if (documents !== undefined)
      for await (const file of documentFiles(reader, companyId, { ...documents, readImage })) {
        yield file
        options.onRead?.(1)
      }
    const images = await runQuery(reader, listImages)
    for await (const file of exportedImageFiles(images, readImage, () => options.onMissingImage?.())) {
      yield file
      options.onRead?.(1)
    }
  }
}

async function* filesOf(
  options: ExportOptions,
  companyIds: readonly string[],
  format: ExportFormat,
): AsyncGenerator<ExportFile> {
  if (format === 'tree') yield { name: 'tree.json', content: streamTree(options, companyIds) }
  else if (format === 'json')
    for (const companyId of companyIds) {
      const reader = readerOf(options, companyId)
      const start = await runQuery(reader, startExport)
      const content = streamExport(reader, start, options.link, options.onRead)
      yield { name: `${companyId}.json`, content }
    }
  else {
    for (const [name, sheet] of Object.entries(SPREADSHEETS))
      yield { name: `${name}.csv`, content: streamSheet(options, companyIds, sheet) }
    for (const list of RECORD_SHEETS)
      yield { name: `${list.fileName}.csv`, content: streamRecords(options, companyIds, list) }
    yield { name: 'employees.csv', content: streamEmployees(options, companyIds) }
    yield { name: 'customers.csv', content: streamCustomers(options) }
  }
}

type Cell = Parameters<typeof formatCell>[0]

/** Objects are JSON. */
const toCell = (value: unknown): Cell =>
  typeof value === 'object' && value !== null && !(value instanceof Date)
    ? JSON.stringify(value)
    : (value as Cell)

const toRows = (rows: readonly (readonly Cell[])[]): Rows => rows.map(row => row.map(formatCell))

/** How each file begins. */
const formatHeader = (header: readonly string[]): string => BYTE_ORDER_MARK + formatCsv([header])

async function* streamSheet(
  options: ExportOptions,
  companyIds: readonly string[],
  { header, rowsOf }: Spreadsheet,
): AsyncGenerator<string> {
  yield formatHeader(header)
  for (const companyId of companyIds) {
    const reader = readerOf(options, companyId)
    const { company, states } = await runQuery(reader, startExport)
    const ticketIds = states.map(({ ticketId }) => ticketId)
    for (const batch of batchesOf(ticketIds, ROWS_PER_BATCH)) {
      const tickets = await runQuery(reader, work => listTickets(work, batch))
      yield formatCsv(toRows(tickets.flatMap(ticket => rowsOf(ticket, company))))
      options.onRead?.(batch.length)
    }
  }
}

async function* streamRecords(
  options: TreeOptions,
  companyIds: readonly string[],
  list: RecordSheet,
): AsyncGenerator<string> {
  yield formatHeader(['companyUUID', ...list.columns])
  for (const companyId of companyIds) {
    const reader = readerOf(options, companyId)
    for await (const page of pagesOf(task => runQuery(reader, task), list))
      yield formatCsv(toRows(page.map(row => [companyId, ...writtenValues(list, row).map(toCell)])))
  }
}

async function* streamEmployees(options: TreeOptions, companyIds: readonly string[]): AsyncGenerator<string> {
  yield formatHeader(EMPLOYEE_HEADER)
  for (const companyId of companyIds) {
    const { employees } = await runQuery(readerOf(options, companyId), startExport)
    yield formatCsv(toRows(employees.map(employee => employeeRow(employee, companyId))))
  }
}

async function* streamCustomers({ database, companyId }: TreeOptions): AsyncGenerator<string> {
  yield formatHeader(['customerUUID', ...CUSTOMER_FIELDS])
  for (const ids of batchesOf(await listCustomerIds(database, companyId), ROWS_PER_BATCH)) {
    const customers = await listCustomers(database, ids)
    yield formatCsv(
      toRows(
        customers.map(({ customerUuid, customerDetails }) => [
          ...[customerUuid, ...CUSTOMER_FIELDS.map(field => customerDetails[field])],
        ]),
      ),
    )
  }
}
