/** What a spreadsheet holds. */
export const SPREADSHEET_KINDS = ['customers', 'employees', 'work'] as const
export type SpreadsheetKind = (typeof SPREADSHEET_KINDS)[number]

/** Which spreadsheet an entry of the activity log is about. */
export type SpreadsheetDetail = {
  readonly spreadsheet: { readonly kind: SpreadsheetKind; readonly file: string }
  /** How many arrived. */
  readonly rows?: number | undefined
}

/** What a run brings. */
export type ImportedKind = 'company' | 'employee' | 'ticket' | 'customer' | 'rig' | 'history'

/** What a spreadsheet brought, left out and, once undone, took back. */
export type SpreadsheetReport = {
  readonly added: number
  /** Rows that were here before. */
  readonly alreadyHere: number
  /** Rigs that were not on file. */
  readonly rigsAdded: number
  /** Faulty rows that were not sent, and visits beyond the limit of a VIN. */
  readonly leftOut: number
  /** Why it failed; null unless it did. */
  readonly failure: string | null
  readonly undone: {
    readonly removed: number
    readonly rigsRemoved: number
    /** Rigs that a ticket, a booking or a history needs by now. */
    readonly rigsKept: number
    /** Employees who are in use by now, and visits that were answered. */
    readonly remaining: number
    /** Of these, the first `MAX_REMAINING_NAMES`. */
    readonly remainingNames: readonly string[]
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

export const MAX_REMAINING_NAMES = 20

/** Limits of one file. */
export const MAX_FILE_MEGABYTES = 20
export const MAX_ROWS = 20_000
export const MAX_COLUMNS = 100
/** What one request may carry, with room to spare. */
export const MAX_CHUNK_ROWS = 250

/** An upload that stands still this long has ended. */
export const UPLOAD_TIMEOUT_MS = 5 * 60_000
/** One that stands still this long makes way for another. */
export const UPLOAD_SILENCE_MS = 15_000
