// A sorted text file, searched on disk: a few reads of four kilobytes find any line among many thousands, and only
// the operating system caches it.

import { fstat, open, read } from 'node:fs'
import { promisify } from 'node:util'

const BLOCK_BYTES = 4096
/** Below this, scanning is faster than another bisection. */
const SCAN_BYTES = 2 * BLOCK_BYTES
const LINE_END = 0x0a

const openFile = promisify(open)
const readFile = promisify(read)
const statFile = promisify(fstat)

type SortedFile = {
  /** The line that starts at this byte. */
  readonly lineAt: (offset: number) => Promise<string>
  /** Every line in order, starting with the first one not before `key`. */
  readonly linesFrom: (key: string) => AsyncGenerator<string, void>
}

/** Opens the file for the lifetime of the process. Its lines must be sorted by `keyOf`, by plain `<`. */
export async function openSortedFile(path: string, keyOf: (line: string) => string): Promise<SortedFile> {
  const file = await openFile(path, 'r')
  const { size } = await statFile(file)

  async function* linesAt(offset: number): AsyncGenerator<{ line: string; end: number }, void> {
    let rest = Buffer.alloc(0)
    let at = offset
    for (;;) {
      const { bytesRead, buffer } = await readFile(
        file,
        Buffer.allocUnsafe(BLOCK_BYTES),
        0,
        BLOCK_BYTES,
        at + rest.length,
      )
      if (bytesRead === 0) return
      const bytes = Buffer.concat([rest, buffer.subarray(0, bytesRead)])
      let start = 0
      for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, start)) {
        yield { line: bytes.toString('utf8', start, end), end: at + end + 1 }
        start = end + 1
      }
      rest = bytes.subarray(start)
      at += start
    }
  }

  /** The first complete line at or after a byte. */
  async function lineAfter(offset: number): Promise<{ line: string; end: number } | null> {
    let isCut = offset > 0
    for await (const found of linesAt(offset)) {
      if (!isCut) return found
      isCut = false
    }
    return null
  }

  async function* linesFrom(key: string): AsyncGenerator<string, void> {
    // The wanted line starts between `low`, always the start of a line, and `high`.
    let low = 0
    let high = size
    while (high - low > SCAN_BYTES) {
      const middle = (low + high) >> 1
      const found = await lineAfter(middle)
      if (found !== null && keyOf(found.line) < key) low = found.end
      else high = middle
    }
    for await (const { line } of linesAt(low)) if (keyOf(line) >= key) yield line
  }

  return {
    lineAt: async offset => {
      for await (const { line } of linesAt(offset)) return line
      throw new RangeError(`${path} has no line at ${offset}.`)
    },
    linesFrom,
  }
}
