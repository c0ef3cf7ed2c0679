// Lines in a temporary folder, by name: what the tree has in one order is needed in another, and all of it is too much
// for memory.

import { createReadStream } from 'node:fs'
import { appendFile, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isProcessAlive } from '#server/db/embedded/postmaster.ts'
import { toDiskError } from './disk-error.ts'

const MAX_BUFFERED = 8 * 1024 * 1024
/** Containers may share a temporary folder, but not their process ids. */
const PREFIX = `rigwright-import-${hostname()}-`

export type SpoolIndex<T> = {
  readonly get: (number: number) => Promise<T | undefined>
  readonly close: () => Promise<void>
}

function linesOf(file: string): AsyncIterable<string> {
  const input = createReadStream(file, { encoding: 'utf8' })
  return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}

const refuseDisk = (error: unknown): never => {
  const remedy =
    'Sorting a tree takes as much space as its file: free some, or name another folder as TMPDIR.'
  throw toDiskError(error, tmpdir(), remedy)
}

/** Deletes the spools of this machine's imports that were killed. */
export async function removeAbandonedSpools(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? /^(\d+)-/.exec(name.slice(PREFIX.length))?.[1] : undefined
    if (pid === undefined || isProcessAlive(Number(pid))) continue
    // Another user's stays.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}

export class Spool {
  readonly #folder: string
  readonly #append: typeof appendFile
  readonly #waiting = new Map<string, string[]>()
  readonly #names = new Set<string>()
  #buffered = 0

  private constructor(folder: string, append: typeof appendFile) {
    this.#folder = folder
    this.#append = append
  }

  static async create(append = appendFile): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`)).catch(refuseDisk)
    return new Spool(folder, append)
  }

  /** Throws an ImportError if the disk is full. */
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
      await this.#append(join(this.#folder, name), `${lines.join('\n')}\n`).catch(refuseDisk)
      this.#names.add(name)
    }
    this.#waiting.clear()
    this.#buffered = 0
  }

  /** The lines of this name, in the order they were added. */
  async *read<T>(name: string): AsyncGenerator<T> {
    await this.#flush()
    if (!this.#names.has(name)) return
    for await (const line of linesOf(join(this.#folder, name))) yield JSON.parse(line) as T
  }

  /**
   * The lines of this name by a number of theirs up to `max`, read one at a time; the last one of several with a
   * number.
   */
  async openIndex<T>(
    name: string,
    max: number,
    numberOf: (line: T) => number | null,
  ): Promise<SpoolIndex<T>> {
    await this.#flush()
    if (!this.#names.has(name)) return { get: async () => undefined, close: async () => {} }
    // A map would take ten times as much memory.
    const starts = new Float64Array(max + 1)
    const lengths = new Uint32Array(max + 1)
    let start = 0
    for await (const line of linesOf(join(this.#folder, name))) {
      const length = Buffer.byteLength(line)
      const number = numberOf(JSON.parse(line))
      if (number !== null) {
        starts[number] = start
        lengths[number] = length
      }
      start += length + 1
    }
    const file = await open(join(this.#folder, name))
    return {
      get: async number => {
        const length = lengths[number] ?? 0
        if (length === 0) return undefined
        const { buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, starts[number])
        return JSON.parse(buffer.toString('utf8'))
      },
      close: () => file.close(),
    }
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true })
  }
}
