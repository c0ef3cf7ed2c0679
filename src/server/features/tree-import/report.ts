// What an import counted and found: all of it in a JSON file as it comes, the first thousand rows in words.

import { appendFileSync, writeFileSync } from 'node:fs'
import type { Finding } from '#domain/tree-import/tree-node.ts'
import { toDiskError } from './disk-error.ts'

const COUNTED = [
  'companies',
  'employees',
  'tickets',
  'visits',
  'jobs',
  'parts',
  'sessions',
  'images',
  'rigs',
  'customers',
  'invoices',
  'payments',
] as const
export type Counted = (typeof COUNTED)[number]
export type Counts = Readonly<Record<Counted, number>>

const MAX_SHOWN = 1000
const MAX_BUFFERED = 64 * 1024

export const formatFinding = ({ path, kind, problem }: Finding): string => `  ${kind}  ${path}  ${problem}`

export class ImportReport {
  readonly #counts = Object.fromEntries(COUNTED.map(name => [name, 0])) as Record<Counted, number>
  readonly #shown: Finding[] = []
  readonly #path: string | undefined
  /** What is not in the file yet. */
  #text = ''
  #skipped = 0
  #mended = 0

  /** Throws an ImportError if the file cannot be written. */
  constructor(path: string | undefined) {
    this.#path = path
    this.#write('{"findings":[', writeFileSync)
  }

  readonly add = (finding: Finding): void => {
    // A stream would keep in memory what it cannot write while the tree is read.
    if (this.#path !== undefined) this.#text += `${this.total === 0 ? '' : ','}\n${JSON.stringify(finding)}`
    if (this.#text.length > MAX_BUFFERED) this.#write('', appendFileSync)
    if (finding.kind === 'skipped') this.#skipped += 1
    else this.#mended += 1
    if (this.#shown.length < MAX_SHOWN) this.#shown.push(finding)
  }

  count(name: Counted, more = 1): void {
    this.#counts[name] += more
  }

  get counts(): Counts {
    return this.#counts
  }

  get total(): number {
    return this.#skipped + this.#mended
  }

  /** For the record of the run: bounded, whatever the file holds. */
  get summary() {
    const { companies: _, ...counts } = this.#counts
    return { ...counts, skipped: this.#skipped, mended: this.#mended }
  }

  lines(): string[] {
    const count = (amount: number) => amount.toLocaleString('en-US')
    const hidden = this.total - this.#shown.length
    return [
      'New in this tree:',
      ...COUNTED.map(name => `  ${name}: ${count(this.#counts[name])}`),
      ...(this.total === 0
        ? ['Nothing has to be skipped or mended.']
        : [`Skipped: ${count(this.#skipped)}. Mended: ${count(this.#mended)}.`]),
      ...this.#shown.map(formatFinding),
      ...(hidden > 0 ? [`  … and ${count(hidden)} more; all of them are in the file of --report.`] : []),
    ]
  }

  /** Ends the JSON file. Throws an ImportError if it cannot be written. */
  close(): void {
    const { companies } = this.#counts
    this.#write(`\n],"counts":${JSON.stringify(this.summary)},"companies":${companies}}\n`, appendFileSync)
  }

  #write(text: string, write: typeof appendFileSync): void {
    if (this.#path === undefined) return
    try {
      write(this.#path, this.#text + text)
    } catch (error) {
      throw toDiskError(error, this.#path, 'Choose another place with --report.')
    }
    this.#text = ''
  }
}
