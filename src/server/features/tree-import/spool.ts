// Lines in a temporary folder, by name: what the tree has in one order is needed in another, and all of it is too much
// for memory.

import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAX_BUFFERED = 8 * 1024 * 1024

export class Spool {
  readonly #folder: string
  readonly #waiting = new Map<string, string[]>()
  readonly #names = new Set<string>()
  #buffered = 0

  private constructor(folder: string) {
    this.#folder = folder
  }

  static async create(): Promise<Spool> {
    return new Spool(await mkdtemp(join(tmpdir(), 'rigwright-import-')))
  }

  async add(name: string, line: unknown): Promise<void> {
    const text = JSON.stringify(line)
    const lines = this.#waiting.get(name)
    if (lines === undefined) this.#waiting.set(name, [text])
    else lines.push(text)
    this.#buffered += text.length
    if (this.#buffered > MAX_BUFFERED) await this.#flush()
  }

  async #flush(): Promise<void> {
    for (const [name, lines] of this.#waiting) {
      await appendFile(join(this.#folder, name), `${lines.join('\n')}\n`)
      this.#names.add(name)
    }
    this.#waiting.clear()
    this.#buffered = 0
  }

  /** The lines of this name, in the order they were added. */
  async *read<T>(name: string): AsyncGenerator<T> {
    await this.#flush()
    if (!this.#names.has(name)) return
    const input = createReadStream(join(this.#folder, name), { encoding: 'utf8' })
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(line) as T
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }
}
