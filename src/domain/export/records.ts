// What a company's export has besides its tickets: lists of plain rows, the same in JSON and in spreadsheets.

import { cents, toDollars } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'

/** Each list by its name, with the columns of a row. */
export const RECORD_COLUMNS = {
  reviews: [
    ...['ticketId', 'stars', 'words', 'writtenAt', 'rig', 'answer', 'answeredAt', 'answeredByName'],
    ...['removedAt', 'removedByName', 'removedBecause', 'uncountedBecause'],
  ],
  plannedAssignments: ['ticketId', 'date', 'uuid', 'plannedAt'],
  clockCorrections: [
    ...['sessionId', 'position', 'at', 'actor', 'actorName', 'reason'],
    ...['clockInBefore', 'clockInAfter', 'clockOutBefore', 'clockOutAfter'],
  ],
  handOvers: [
    ...['handOverId', 'ticketId', 'jobNumber', 'technicianId', 'technician', 'label', 'text', 'reason'],
    ...['pressedAt', 'at', 'settledAt', 'settledByName', 'photoId', 'photoMoment'],
  ],
  importedCustomers: [
    ...['customerId', 'firstName', 'lastName', 'email', 'phone', 'address'],
    ...['vin', 'year', 'make', 'model', 'axleAmount', 'addedAt'],
  ],
  taxRates: ['taxRateId', 'name', 'percentage', 'appliesTo', 'isDefault', 'archivedAt'],
  customerExemptions: ['customerName', 'email', 'phone', 'certificateNumber', 'expiresOn', 'notedAt'],
  invoices: [
    ...['invoiceId', 'ticketId', 'kind', 'prefix', 'number', 'creditsInvoiceId', 'total', 'taxTotal'],
    ...['issuedAt', 'issuedByName', 'issuedOn', 'dueOn', 'document'],
  ],
  ledgerEntries: [
    ...['ticketId', 'position', 'kind', 'method', 'amount', 'invoiceId', 'countsForInvoiceId', 'reference'],
    ...['note', 'cause', 'processorId', 'at', 'byName', 'entryId', 'voidsEntryId'],
  ],
  changeLog: ['version', 'seq', 'at', 'actor', 'actorName', 'kind', 'id', 'verb', 'detail'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type RecordList = keyof typeof RECORD_COLUMNS

export const RECORD_LISTS = Object.keys(RECORD_COLUMNS) as readonly RecordList[]

/** Cents in the database, dollars in an export, and percentages in percent. A document is exported as it was issued, in cents. */
const MONEY_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  invoices: ['total', 'taxTotal'],
  ledgerEntries: ['amount'],
}

const exportedValue = (list: RecordList, column: string, row: ExportedRecord) => {
  const value = row[column] ?? null
  if (typeof value !== 'number') return value
  if (column === 'percentage') return value / PERCENTAGE_SCALE
  return MONEY_COLUMNS[list]?.includes(column) ? toDollars(cents(value)) : value
}

/** A row by its columns; `detail` and `document` are objects. */
export type ExportedRecord = Readonly<Record<string, string | number | Date | object | null>>

/** A row as it is in JSON: times in epoch milliseconds. */
export const exportRecord = (list: RecordList, row: ExportedRecord): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    RECORD_COLUMNS[list].map(column => {
      const value = exportedValue(list, column, row)
      return [column, value instanceof Date ? value.getTime() : value]
    }),
  )

/** A row as it is in a spreadsheet: objects as JSON. */
export const recordRow = (
  list: RecordList,
  row: ExportedRecord,
  companyUUID: string,
): readonly (string | number | Date | null)[] => [
  companyUUID,
  ...RECORD_COLUMNS[list].map(column => {
    const value = exportedValue(list, column, row)
    return typeof value === 'object' && value !== null && !(value instanceof Date)
      ? JSON.stringify(value)
      : value
  }),
]
