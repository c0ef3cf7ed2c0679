// What an import counted and found: all of it in a JSON file as it comes, the first thousand rows in words.

import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import type { Finding } from '#domain/import/tree-node.ts'

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
] as const
export type Counted = (typeof COUNTED)[number]
export type Counts = Readonly<Record<Counted, number>>

const MAX_SHOWN = 1000

export const formatFinding = ({ path, kind, problem }: Finding): string => `  ${kind}  ${path}  ${problem}`

export class ImportReport {
  readonly #counts = Object.fromEntries(COUNTED.map(name => [name, 0])) as Record<Counted, number>
  readonly #shown: Finding[] = []
  readonly #file: WriteStream | null
  #skipped = 0
  #mended = 0
  #error: Error | null = null

  constructor(path: string | undefined) {
    this.#file = path === undefined ? null : createWriteStream(path)
    this.#file?.on('error', error => {
      this.#error = error
    })
    this.#file?.write('{"findings":[')
  }

  readonly add = (finding: Finding): void => {
    this.#file?.write(`${this.total === 0 ? '' : ','}\n${JSON.stringify(finding)}`)
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
      'In this tree:',
      ...COUNTED.map(name => `  ${name}: ${count(this.#counts[name])}`),
      ...(this.total === 0
        ? ['Nothing has to be skipped or mended.']
        : [`Skipped: ${count(this.#skipped)}. Mended: ${count(this.#mended)}.`]),
      ...this.#shown.map(formatFinding),
      ...(hidden > 0 ? [`  … and ${count(hidden)} more; all of them are in the file of --report.`] : []),
    ]
  }

  /** Ends the JSON file. Throws what kept it from being written. */
  async close(): Promise<void> {
    if (this.#file === null) return
    this.#file.end(`\n],"counts":${JSON.stringify(this.summary)},"companies":${this.#counts.companies}}\n`)
    if (this.#error === null) await once(this.#file, 'close')
    if (this.#error !== null) throw this.#error
  }
}
