// The files of an export into a folder: the tree, each company's own JSON, or spreadsheets.

import {
  EMPLOYEE_HEADER,
  employeeRow,
  formatCell,
  SPREADSHEETS,
  type Spreadsheet,
} from '#domain/export/spreadsheets.ts'
import { formatCsv } from '#domain/lib/csv.ts'
import { listTickets } from '#server/features/tickets/store.ts'
import { runQuery } from '#server/rpc/procedures.ts'
import { listCustomerIds, listCustomers } from './pool-rows.ts'
import { startExport, streamExport } from './stream-export.ts'
import { batchesOf, readerOf, streamTree, type TreeOptions } from './stream-tree.ts'
import type { ExportFile } from './write-files.ts'

export const FORMATS = ['tree', 'json', 'csv'] as const
export type ExportFormat = (typeof FORMATS)[number]

type Rows = Parameters<typeof formatCsv>[0]

export async function* listFiles(
  options: TreeOptions,
  companyIds: readonly string[],
  format: ExportFormat,
): AsyncGenerator<ExportFile> {
  if (format === 'tree') yield { name: 'tree.json', text: streamTree(options, companyIds) }
  else if (format === 'json')
    for (const companyId of companyIds) {
      const reader = readerOf(options, companyId)
      const start = await runQuery(reader, startExport)
      yield { name: `${companyId}.json`, text: streamExport(reader, start, options.link) }
    }
  else {
    for (const [name, sheet] of Object.entries(SPREADSHEETS))
      yield { name: `${name}.csv`, text: streamSheet(options, companyIds, sheet) }
    yield { name: 'employees.csv', text: streamEmployees(options, companyIds) }
    yield { name: 'customers.csv', text: streamCustomers(options) }
  }
}

const toRows = (rows: readonly (readonly Parameters<typeof formatCell>[0][])[]): Rows =>
  rows.map(row => row.map(formatCell))

async function* streamSheet(
  options: TreeOptions,
  companyIds: readonly string[],
  { header, rowsOf }: Spreadsheet,
): AsyncGenerator<string> {
  yield formatCsv([header])
  for (const companyId of companyIds) {
    const reader = readerOf(options, companyId)
    const { company, states } = await runQuery(reader, startExport)
    for (const batch of batchesOf(states.map(({ ticketId }) => ticketId))) {
      const tickets = await runQuery(reader, work => listTickets(work, batch))
      yield formatCsv(toRows(tickets.flatMap(ticket => rowsOf(ticket, company))))
    }
  }
}

async function* streamEmployees(options: TreeOptions, companyIds: readonly string[]): AsyncGenerator<string> {
  yield formatCsv([EMPLOYEE_HEADER])
  for (const companyId of companyIds) {
    const { employees } = await runQuery(readerOf(options, companyId), startExport)
    yield formatCsv(toRows(employees.map(employee => employeeRow(employee, companyId))))
  }
}

async function* streamCustomers({ database, companyId }: TreeOptions): AsyncGenerator<string> {
  yield formatCsv([['customerUUID', 'firstName', 'lastName', 'email', 'phone', 'address']])
  for (const ids of batchesOf(await listCustomerIds(database, companyId))) {
    const customers = await listCustomers(database, ids)
    yield formatCsv(
      toRows(
        customers.map(({ customerUuid, customerDetails: { firstName, lastName, email, phone, address } }) => [
          ...[customerUuid, firstName, lastName, email, phone, address],
        ]),
      ),
    )
  }
}
