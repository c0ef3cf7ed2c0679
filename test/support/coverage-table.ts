// Reads docs/spec-coverage.md and docs/security.md, and says what is wrong with them. A table is of
// statements, of messages, or of what a standard asks, three cells a row:
//
//   | says                 | shown by                          | note |
//   | message              | shown by                          | note |
//   | asks                 | shown by                          | note |
//   | `Words on a screen.` | `file.test.ts` › `name`<br>`…` › … | –    |
//
// A dash stands for nothing. A row that no test shows has to say why; a message that no test shows
// cannot arise, and then no source may hold it.

import { parseSync } from 'vite'

type Proof = { readonly file: string; readonly name: string }

export type Row = {
  readonly line: number
  /** `8`, of `## 8. The error catalogue`. */
  readonly section: string
  readonly kind: 'says' | 'message' | 'asks'
  readonly words: string
  readonly proofs: readonly Proof[]
  readonly note: string
}

export type Reading = { readonly rows: readonly Row[]; readonly faults: readonly string[] }

const NOTHING = '–'
const RULE = '| --- | --- | --- |'
const HEADS = {
  '| says | shown by | note |': 'says',
  '| message | shown by | note |': 'message',
  '| asks | shown by | note |': 'asks',
} as const
const PROOF = /^`([^`]+)` › `([^`]+)`$/
const MESSAGE = /^`([^`]+)`$/

const isHead = (line: string): line is keyof typeof HEADS => line in HEADS

/** The rows of the document, and every line of a table that is not of the form above. */
export function readTables(markdown: string): Reading {
  const rows: Row[] = []
  const faults: string[] = []
  let section = ''
  let kind: Row['kind'] | null = null
  const lines = markdown.split('\n')
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    const fault = (sentence: string) => faults.push(`line ${line}: ${sentence}`)
    section = /^## (\d+)\. /.exec(text)?.[1] ?? section
    if (!text.startsWith('|')) kind = null
    else if (kind === null) {
      if (!isHead(text)) fault(`unknown columns ${text}`)
      if (lines[index + 1] !== RULE) fault('no rule below the columns')
      kind = isHead(text) ? HEADS[text] : 'says'
    } else if (text !== RULE) {
      const read = readRow(text, { line, section, kind })
      if (typeof read === 'string') fault(read)
      else rows.push(read)
    }
  }
  return { rows, faults }
}

/** The row, or what is wrong with it. */
function readRow(text: string, place: Pick<Row, 'line' | 'section' | 'kind'>): Row | string {
  const cells = text.split('|').map(cell => cell.trim())
  if (cells.length !== 5 || cells[0] !== '' || cells[4] !== '') return 'not three cells'
  const [, first = '', shown = '', note = ''] = cells
  if (place.section === '') return 'no section above it'
  if (first === '' || shown === '' || note === '') return 'an empty cell'
  if (first === NOTHING) return 'says nothing'
  const words = place.kind === 'message' ? MESSAGE.exec(first)?.[1] : first
  if (words === undefined) return 'a message that is not in backticks'
  const proofs = shown === NOTHING ? [] : shown.split('<br>').map(readProof)
  if (proofs.includes(null)) return 'a proof that is not `file` › `name`'
  if (proofs.length === 0 && note === NOTHING) return 'neither a test nor a reason'
  return { ...place, words, proofs: proofs.filter(proof => proof !== null), note }
}

function readProof(text: string): Proof | null {
  const [, file, name] = PROOF.exec(text) ?? []
  return file === undefined || name === undefined ? null : { file, name }
}

/** What the rows are held against. */
export type Product = {
  /** The source of a test file of the project; null when there is none. */
  readonly testFile: (path: string) => string | null
  /** All source that reaches a screen. */
  readonly screens: string
}

/** What the rows say that is not so, and what they say twice. */
export function faultsOf(rows: readonly Row[], { testFile, screens }: Product): string[] {
  const faults: string[] = []
  const seen = new Set<string>()
  const names = new Map<string, readonly string[]>()
  const namesOf = (file: string, source: string): readonly string[] => {
    const found = names.get(file) ?? testNamesIn(source)
    names.set(file, found)
    return found
  }
  for (const { line, kind, words, proofs } of rows) {
    const fault = (sentence: string) => faults.push(`line ${line}: ${sentence}`)
    if (seen.has(words)) fault(`a second row for ${words}`)
    seen.add(words)
    for (const { file, name } of proofs) {
      const source = testFile(file)
      if (source === null) fault(`there is no test file ${file}`)
      else if (!namesOf(file, source).includes(name)) fault(`${file} has no test ${name}`)
    }
    if (new Set(proofs.map(({ file, name }) => `${file} ${name}`)).size < proofs.length)
      fault('the same test twice')
    if (kind !== 'message') continue
    const sources = proofs.map(({ file }) => testFile(file)).filter(source => source !== null)
    if (sources.length > 0 && !sources.some(source => flat(source).includes(flat(words))))
      fault(`no test named here speaks of ${words}`)
    const isSaid = isMessageIn(screens, words)
    if (proofs.length > 0 && !isSaid) fault(`no screen says ${words}`)
    if (proofs.length === 0 && isSaid) fault(`a screen says ${words}, and no test shows it`)
  }
  return faults
}

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/\$?\{\w+\}/g, '{}')
const EDGE = '[\'"`<>{}]'

/** Whether the source holds exactly this message: `No {state} tickets.` is `No ${state} tickets.` there. */
export function isMessageIn(source: string, message: string): boolean {
  const literal = flat(message).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`${EDGE} ?${literal} ?${EDGE}`).test(flat(source))
}

type Node = { readonly type: string; readonly start: number; readonly end: number }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const isOfTests = (callee: unknown): boolean => {
  if (!isNode(callee)) return false
  const { name, callee: inner, object } = callee as Node & Record<string, unknown>
  return name === 'test' || name === 'describe' || isOfTests(inner) || isOfTests(object)
}

/** The names of the tests in a source, as they stand between their quotes. */
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
