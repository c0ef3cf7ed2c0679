// Reads test/spec-coverage.md and test/security.md, and reports their errors. A table lists statements, messages, or
// requirements of a standard, with three cells a row:
//
//   | says                 | shown by                          | note |
//   | message              | shown by                          | note |
//   | asks                 | shown by                          | note |
//   | `Words on a screen.` | `file.test.ts` › `name`<br>`…` › … | –    |
//
// A dash is an empty cell. A row that no test shows must give the reason. A message that no test shows cannot occur,
// and then no source may contain it.

import { parseSync } from 'vite'

type Proof = { readonly file: string; readonly name: string }

export type SpecificationRow = {
  readonly line: number
  /** `8`, for `## 8. The error catalogue`. */
  readonly section: string
  readonly kind: 'says' | 'message' | 'asks'
  readonly text: string
  readonly proofs: readonly Proof[]
  readonly note: string
}

type TableResult = { readonly rows: readonly SpecificationRow[]; readonly problems: readonly string[] }

const EMPTY_CELL = '–'
const RULE = '| --- | --- | --- |'
const HEADER_KINDS = {
  '| says | shown by | note |': 'says',
  '| message | shown by | note |': 'message',
  '| asks | shown by | note |': 'asks',
} as const
const PROOF = /^`([^`]+)` › `([^`]+)`$/
const MESSAGE = /^`([^`]+)`$/

const isHead = (line: string): line is keyof typeof HEADER_KINDS => line in HEADER_KINDS

/** The rows of the document, and every table line with another format. */
export function parseTables(markdown: string): TableResult {
  const rows: SpecificationRow[] = []
  const problems: string[] = []
  let section = ''
  let kind: SpecificationRow['kind'] | null = null
  const lines = markdown.split('\n')
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    const problem = (sentence: string) => problems.push(`line ${line}: ${sentence}`)
    section = /^## (\d+)\. /.exec(text)?.[1] ?? section
    if (!text.startsWith('|')) kind = null
    else if (kind === null) {
      if (!isHead(text)) problem(`unknown columns ${text}`)
      if (lines[index + 1] !== RULE) problem('no rule below the columns')
      kind = isHead(text) ? HEADER_KINDS[text] : 'says'
    } else if (text !== RULE) {
      const read = parseRow(text, { line, section, kind })
      if (typeof read === 'string') problem(read)
      else rows.push(read)
    }
  }
  return { rows, problems }
}

/** The row, or its problem. */
function parseRow(
  text: string,
  place: Pick<SpecificationRow, 'line' | 'section' | 'kind'>,
): SpecificationRow | string {
  const cells = text.split('|').map(cell => cell.trim())
  if (cells.length !== 5 || cells[0] !== '' || cells[4] !== '') return 'not three cells'
  const [, first = '', shown = '', note = ''] = cells
  if (place.section === '') return 'no section above it'
  if (first === '' || shown === '' || note === '') return 'an empty cell'
  if (first === EMPTY_CELL) return 'says nothing'
  const words = place.kind === 'message' ? MESSAGE.exec(first)?.[1] : first
  if (words === undefined) return 'a message that is not in backticks'
  const proofs = shown === EMPTY_CELL ? [] : shown.split('<br>').map(parseProof)
  if (proofs.includes(null)) return 'a proof that is not `file` › `name`'
  if (proofs.length === 0 && note === EMPTY_CELL) return 'neither a test nor a reason'
  return { ...place, text: words, proofs: proofs.filter(proof => proof !== null), note }
}

function parseProof(text: string): Proof | null {
  const [, file, name] = PROOF.exec(text) ?? []
  return file === undefined || name === undefined ? null : { file, name }
}

/** What the rows are checked against. */
export type Product = {
  /** The source of a test file; null if there is none. */
  readonly testFile: (path: string) => string | null
  /** All source that reaches a screen. */
  readonly screens: string
}

/** Untrue rows, and duplicates. */
export function problemsOf(rows: readonly SpecificationRow[], { testFile, screens }: Product): string[] {
  const problems: string[] = []
  const seen = new Set<string>()
  const flatScreens = flat(screens)
  const names = new Map<string, readonly string[]>()
  const namesOf = (file: string, source: string): readonly string[] => {
    const found = names.get(file) ?? testNamesIn(source)
    names.set(file, found)
    return found
  }
  for (const { line, kind, text, proofs } of rows) {
    const problem = (sentence: string) => problems.push(`line ${line}: ${sentence}`)
    if (seen.has(text)) problem(`a second row for ${text}`)
    seen.add(text)
    for (const { file, name } of proofs) {
      const source = testFile(file)
      if (source === null) problem(`there is no test file ${file}`)
      else if (!namesOf(file, source).includes(name)) problem(`${file} has no test ${name}`)
    }
    if (new Set(proofs.map(({ file, name }) => `${file} ${name}`)).size < proofs.length)
      problem('the same test twice')
    if (kind !== 'message') continue
    const sources = proofs.map(({ file }) => testFile(file)).filter(source => source !== null)
    if (sources.length > 0 && !sources.some(source => flat(source).includes(flat(text))))
      problem(`no test named here speaks of ${text}`)
    const isShown = isFlatMessageIn(flatScreens, flat(text))
    if (proofs.length > 0 && !isShown) problem(`no screen says ${text}`)
    if (proofs.length === 0 && isShown) problem(`a screen says ${text}, and no test shows it`)
  }
  return problems
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/\$?\{\w+\}/g, '{}')
const EDGE = '[\'"`<>{}]'

/** Whether the source contains exactly this message: `No {state} tickets.` is `No ${state} tickets.` there. */
export const isMessageIn = (source: string, message: string): boolean =>
  isFlatMessageIn(flat(source), flat(message))

function isFlatMessageIn(source: string, message: string): boolean {
  const literal = message.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`${EDGE} ?${literal} ?${EDGE}`).test(source)
}

type Node = { readonly type: string; readonly start: number; readonly end: number }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isOfTests = (callee: unknown): boolean => {
  if (!isNode(callee)) return false
  const { name, callee: inner, object } = callee as Node & Record<string, unknown>
  return name === 'test' || name === 'describe' || isOfTests(inner) || isOfTests(object)
}

/** The titles of the tests in a source, as between their quotes. */
export function testNamesIn(source: string): string[] {
  const names: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value)) return
    const { callee, arguments: given } = value as Node & Record<string, unknown>
    const [first] = Array.isArray(given) ? given : []
    if (value.type === 'CallExpression' && isOfTests(callee) && isNode(first) && isText(first))
      names.push(source.slice(first.start + 1, first.end - 1))
    Object.values(value).forEach(visit)
  }
  visit(parseSync('source.ts', source).program)
  return names
}

const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' ||
  (node.type === 'Literal' && typeof (node as Node & { value?: unknown }).value === 'string')
