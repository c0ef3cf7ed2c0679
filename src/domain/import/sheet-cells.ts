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
export function readCell(name: string, typed = ''): string {
  const text = typed.trim()
  const [, inFormula] = TEXT_FORMULA.exec(text) ?? []
  const plain = inFormula?.replaceAll('""', '"').trim() ?? text.replace(TEXT_MARK, '')
  return isNothing(name, plain) ? '' : plain
}
