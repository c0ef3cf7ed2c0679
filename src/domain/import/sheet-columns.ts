// What the columns of a spreadsheet are, whatever it holds: guessed by the names that accounting software, dealer
// systems and people give them.

/** A row as typed, by field; empty where there is nothing. */
export type SheetRow = Readonly<Record<string, string>>

/** Each column's meaning, by its index; null for one that is left out. */
export type ColumnMapping = readonly (string | null)[]

/** Whether `03/04/2024` is March 4 or April 3. */
export type DateOrder = 'month-first' | 'day-first'

/** A kind of spreadsheet. */
export type SheetDefinition = {
  /** What a row consists of, in order, with its labels. */
  readonly fields: Readonly<Record<string, string>>
  /** What a column can be, with its labels. */
  readonly columns: Readonly<Record<string, string>>
  /** Of these columns are dates. */
  readonly dateColumn: string | null
  /** Guesses what each column is. No meaning is given twice. */
  readonly guessColumns: (headings: readonly string[]) => ColumnMapping
  readonly toRow: (cells: readonly string[], mapping: ColumnMapping, dates: DateOrder) => SheetRow
  /** What was typed for a field, as a row has it. */
  readonly normalizeField: (field: string, typed: string, dates: DateOrder) => string
  /** An empty file to fill in: its headings. */
  readonly template: readonly string[]
}

/** Headings by column: without spaces and punctuation, likeliest first. */
type HeadingsByColumn = Readonly<Record<string, readonly string[]>>

const normalizeHeading = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Gives each meaning to the column with its likeliest heading. */
export function matchHeadings(known: HeadingsByColumn, headings: readonly string[]): ColumnMapping {
  const normalized = headings.map(normalizeHeading)
  const mapping: (string | null)[] = headings.map(() => null)
  for (const [name, aliases] of Object.entries(known)) {
    const heading = aliases.find(alias => normalized.includes(alias))
    if (heading !== undefined) mapping[normalized.indexOf(heading)] ??= name
  }
  return mapping
}

/** A spreadsheet's mark for text: `'=5` is written for a cell that begins like a formula. */
const TEXT_MARK = /^'(?=[=+\-@])/

/** Reads a row's cells by what its columns are; empty text for a column that is not there. */
export const cellReader =
  <Name extends string>(cells: readonly string[], mapping: ColumnMapping) =>
  (name: Name): string => {
    const index = mapping.indexOf(name)
    return index < 0 ? '' : (cells[index] ?? '').trim().replace(TEXT_MARK, '')
  }

/** A name as people write it: `Park, June` or `June Park`. A single word is a last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(/\s*,\s*/, 2)
  if (first) return { firstName: first, lastName: last }
  const words = last.split(/\s+/)
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
