// What the columns of a spreadsheet are, whatever it holds: guessed by the names that accounting software, dealer
// systems and people give them.

/** A row as typed, by field; empty where there is nothing. `notes` says what of its cells was left out. */
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
  /** What some column must hold: one of these. */
  readonly required: Readonly<Record<string, readonly string[]>>
  /** What several columns can be: their cells are joined, in order. */
  readonly joined: readonly string[]
  /** Of these columns are dates. */
  readonly dateColumn: string | null
  /** Guesses what each column is. No meaning is given twice, except those that are joined. */
  readonly guessColumns: (headings: readonly string[]) => ColumnMapping
  readonly toRow: (cells: readonly string[], mapping: ColumnMapping, dates: DateOrder) => SheetRow
  /** Rows with what they take from the other rows of the file. */
  readonly completeRows: (rows: readonly SheetRow[]) => readonly SheetRow[]
  /** What was typed for a field, as a row has it. */
  readonly normalizeField: (field: string, typed: string, dates: DateOrder) => string
  /** An empty file to fill in: its headings. */
  readonly template: readonly string[]
}

/** Headings by column: without spaces and punctuation, likeliest first. */
type HeadingsByColumn = Readonly<Record<string, readonly string[]>>

/** A heading without spaces and punctuation. */
export const normalizeHeading = (heading: string): string => heading.toLowerCase().replace(/[^a-z0-9]/g, '')

/**
 * Gives each meaning to the column with its likeliest heading, and to the others of its series: headings of columns that
 * continue each other.
 */
export function matchHeadings(
  known: HeadingsByColumn,
  headings: readonly string[],
  series: readonly (readonly string[])[] = [],
): ColumnMapping {
  const normalized = headings.map(normalizeHeading)
  const mapping: (string | null)[] = headings.map(() => null)
  for (const [name, aliases] of Object.entries(known)) {
    const heading = aliases.find(alias => normalized.includes(alias))
    if (heading === undefined) continue
    mapping[normalized.indexOf(heading)] ??= name
    const continued = series.find(each => each.includes(heading)) ?? []
    for (const [index, other] of normalized.entries()) if (continued.includes(other)) mapping[index] ??= name
  }
  return mapping
}

export type CellReader<Name extends string> = (name: Name) => string

/** Reads a row's cells by what its columns are, those that are joined in lines; empty text for a column that is not there. */
export const cellReader =
  <Name extends string>(cells: readonly string[], mapping: ColumnMapping): CellReader<Name> =>
  name => {
    const index = mapping.indexOf(name)
    if (index < 0) return ''
    return mapping.includes(name, index + 1)
      ? mapping
          .flatMap((other, at) => (other === name ? readCell(name, cells[at]) : []))
          .filter(text => text !== '')
          .join('\n')
      : readCell(name, cells[index])
  }

const MISSING_LIST = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Which required columns are missing, as a sentence; null if none. */
export function missingSentence({ required }: SheetDefinition, mapping: ColumnMapping): string | null {
  const missing = Object.entries(required)
    .filter(([, names]) => !names.some(name => mapping.includes(name)))
    .map(([what]) => what)
  return missing.length === 0 ? null : `No column holds ${MISSING_LIST.format(missing)}.`
}

/** A mapping where a column has another meaning. One that is not joined is taken from the column that had it. */
export function chooseColumn(
  { joined }: SheetDefinition,
  mapping: ColumnMapping,
  index: number,
  name: string | null,
): { mapping: ColumnMapping; taken: readonly number[] } {
  const taken =
    name === null || joined.includes(name)
      ? []
      : mapping.flatMap((other, at) => (other === name && at !== index ? [at] : []))
  return {
    mapping: mapping.map((other, at) => (at === index ? name : taken.includes(at) ? null : other)),
    taken,
  }
}

const COLUMN_LIST = new Intl.ListFormat('en-US')

/** Which columns are joined, as sentences. */
export function joinedSentences(
  { joined, columns }: SheetDefinition,
  mapping: ColumnMapping,
  headings: readonly string[],
): string[] {
  return joined.flatMap(name => {
    const parts = mapping.flatMap((other, at) => (other === name ? `“${columnTitle(headings, at)}”` : []))
    return parts.length > 1 ? `${COLUMN_LIST.format(parts)} are joined: ${columns[name]}.` : []
  })
}

/** What a column is called. */
export const columnTitle = (headings: readonly string[], index: number): string =>
  headings[index]?.trim() || `Column ${index + 1}`

// A cell of a spreadsheet as what it says: without what programs add, and empty where they write that there is nothing.

/** A spreadsheet's mark for text: `'=5` is written for a cell that begins like a formula. */
const TEXT_MARK = /^'(?=[=+\-@])/
/** How Excel's CSV keeps leading zeros: `="00412"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** What databases and spreadsheets write for nothing. */
const NOTHING = /^(\(?null\)?|n\/a|#n\/a|\\n|\(blank\)|-+|–|—)$/i
/** Words that say the same, where no name and no sentence is expected. */
const NONE = /^(none|nil|unknown|no (email|e-mail|phone|vin))\.?$/i

const NAMES = ['firstName', 'lastName', 'fullName', 'suffix', 'technician']
const SENTENCES = ['complaint', 'cause', 'correction', 'parts']
const AMOUNTS = ['hours', 'partsAmount', 'total', 'lineAmount']

/** People are called Null: as a name only `NULL` is nothing, as databases write it. */
const isNothing = (name: string, text: string): boolean => {
  if (NAMES.includes(name)) return NOTHING.test(text) && !/[a-z]/.test(text.replace(/^n\/a$/, ''))
  // A dash is the 0 of an accountant.
  if (AMOUNTS.includes(name)) return NOTHING.test(text) && !/^[-–—]+$/.test(text)
  return NOTHING.test(text) || (!SENTENCES.includes(name) && NONE.test(text))
}

/** The text of a cell in a column of this meaning. */
function readCell(name: string, typed = ''): string {
  const text = typed.trim()
  const [, inFormula] = TEXT_FORMULA.exec(text) ?? []
  const plain = inFormula?.replaceAll('""', '"').trim() ?? text.replace(TEXT_MARK, '')
  return isNothing(name, plain) ? '' : plain
}
