// What a company's export has besides its tickets: lists of plain rows, the same in JSON and in spreadsheets.

/** Each list by its name, with the columns of a row. */
export const RECORD_COLUMNS = {
  reviews: [
    ...['ticketId', 'stars', 'words', 'writtenAt', 'rig', 'answer', 'answeredAt', 'answeredByName'],
    ...['removedAt', 'removedByName', 'removedBecause'],
  ],
  plannedAssignments: ['ticketId', 'date', 'uuid', 'plannedAt'],
  clockCorrections: [
    ...['sessionId', 'position', 'at', 'actor', 'actorName', 'reason'],
    ...['clockInBefore', 'clockInAfter', 'clockOutBefore', 'clockOutAfter'],
  ],
  changeLog: ['version', 'seq', 'at', 'actor', 'actorName', 'kind', 'id', 'verb', 'detail'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type RecordList = keyof typeof RECORD_COLUMNS

export const RECORD_LISTS = Object.keys(RECORD_COLUMNS) as readonly RecordList[]

/** A row by its columns; `detail` is an object. */
export type ExportedRecord = Readonly<Record<string, string | number | Date | object | null>>

/** A row as it is in JSON: times in epoch milliseconds. */
export const exportRecord = (list: RecordList, row: ExportedRecord): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    RECORD_COLUMNS[list].map(column => {
      const value = row[column]
      return [column, value instanceof Date ? value.getTime() : value]
    }),
  )

/** A row as it is in a spreadsheet: `detail` as JSON. */
export const recordRow = (
  list: RecordList,
  row: ExportedRecord,
  companyUUID: string,
): readonly (string | number | Date | null)[] => [
  companyUUID,
  ...RECORD_COLUMNS[list].map(column => {
    const value = row[column] ?? null
    return typeof value === 'object' && value !== null && !(value instanceof Date)
      ? JSON.stringify(value)
      : value
  }),
]
