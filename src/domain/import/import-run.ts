/** Where a run's data comes from: a database tree, or a spreadsheet of customers and rigs, employees or past work. */
export type ImportSource = 'tree' | 'customers' | 'employees' | 'work'

export type ImportState = 'running' | 'done' | 'failed' | 'undone'

/** What a run brings. */
export type ImportedKind = 'company' | 'employee' | 'ticket' | 'customer' | 'rig' | 'history'

/** What a spreadsheet brought, left out and, once undone, took back. */
export type SpreadsheetReport = {
  readonly added: number
  /** Rows that were here before. */
  readonly alreadyHere: number
  /** Rigs that were not on file. */
  readonly rigsAdded: number
  /** Faulty rows that were not sent. */
  readonly leftOut: number
  /** Why it failed; null unless it did. */
  readonly failure: string | null
  readonly undone: {
    readonly removed: number
    readonly rigsRemoved: number
    /** Rigs that a ticket, a booking or a history needs by now. */
    readonly rigsKept: number
  } | null
}

export const EMPTY_REPORT: SpreadsheetReport = {
  added: 0,
  alreadyHere: 0,
  rigsAdded: 0,
  leftOut: 0,
  failure: null,
  undone: null,
}

/** Limits of one file. */
export const MAX_FILE_MEGABYTES = 20
export const MAX_ROWS = 20_000
export const MAX_COLUMNS = 100
/** What one request may carry, with room to spare. */
export const MAX_CHUNK_ROWS = 250

/** An upload that stands still this long has ended. */
export const UPLOAD_TIMEOUT_MS = 5 * 60_000
