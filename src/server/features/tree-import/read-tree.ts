// Reads a database tree as a stream: a ticket, a rig or a customer at a time, whatever the size of the file.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'
import Assembler from 'stream-json/assembler.js'
import { jsonParser, type Token } from 'stream-json/parser.js'
import { RECORD_SETS } from '#server/features/export/declared-records.ts'

/** An Error whose message is one sentence for the operator. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** A value of the tree that is read whole. */
export type TreeItem = { readonly keys: readonly string[]; readonly value: unknown }

type Step = 'open' | 'read' | 'ignore'

/** The groups of the root that are opened, and how deep below them a value is read whole. */
const DEPTHS: Readonly<Record<string, number>> = { RVPool: 3, customers: 3 }

/** What our own exports have beside the tree, entry by entry. */
const BESIDE_LISTS = [
  ...['declinedServiceTickets', 'closedServiceTickets', 'recordedServiceTickets', 'tickets', 'log'],
  ...RECORD_SETS.map(({ name }) => name),
]

/** What to do with the value at these keys. */
function stepAt(keys: readonly string[]): Step {
  const [root, group, , field] = keys
  if (keys.length === 0) return 'open'
  if (root === 'rigwright') {
    if (keys.length > 1 && group !== 'companies') return 'ignore'
    const depth = BESIDE_LISTS.includes(field ?? '') ? 5 : 4
    return keys.length < depth ? 'open' : 'read'
  }
  if (root !== 'users') return 'ignore'
  if (keys.length === 1) return 'open'
  if (group === 'companies') {
    if (keys.length <= 3) return 'open'
    const depth = field === 'Employees' ? 5 : field === 'ticketManager' ? 6 : 4
    return keys.length < depth ? 'open' : 'read'
  }
  const depth = DEPTHS[group ?? '']
  if (depth === undefined) return 'ignore'
  return keys.length < depth ? 'open' : 'read'
}

const isStart = ({ name }: Token): boolean => name === 'startObject' || name === 'startArray'
const isEnd = ({ name }: Token): boolean => name === 'endObject' || name === 'endArray'

/** What is told at the end of the input: the parser's own mark, which its type does not name. */
const END = Symbol.for('object-stream.none') as unknown as string

/** Turns tokens into items. */
class ItemReader {
  readonly found: TreeItem[] = []
  /** The top-level keys. */
  readonly rootKeys = new Set<string>()
  /** The groups within `users`. */
  readonly groups = new Set<string>()
  isObject: boolean | null = null
  readonly #keys: string[] = []
  #assembler: Assembler | null = null
  #ignoredDepth = 0

  consume(token: Token): void {
    if (this.#assembler !== null) {
      this.#assemble(this.#assembler, token)
      return
    }
    if (this.#ignoredDepth > 0) {
      this.#ignoredDepth += Number(isStart(token)) - Number(isEnd(token))
      if (this.#ignoredDepth === 0) this.#keys.pop()
      return
    }
    if (token.name === 'keyValue') {
      if (this.#keys.length === 0) this.rootKeys.add(token.value)
      if (this.#keys.length === 1 && this.#keys[0] === 'users') this.groups.add(token.value)
      this.#keys.push(token.value)
      return
    }
    if (isEnd(token)) {
      this.#keys.pop()
      return
    }
    this.#startValue(token)
  }

  #startValue(token: Token): void {
    if (this.isObject === null) {
      this.isObject = token.name === 'startObject'
      return
    }
    const step = stepAt(this.#keys)
    if (step === 'open' && token.name === 'startObject') return
    if (step !== 'ignore') {
      // A list or a single value where a group belongs is read whole too, so that it is reported.
      this.#assembler = new Assembler()
      this.#assemble(this.#assembler, token)
      return
    }
    if (isStart(token)) this.#ignoredDepth = 1
    else this.#keys.pop()
  }

  #assemble(assembler: Assembler, token: Token): void {
    assembler.consume(token)
    if (!assembler.done) return
    this.found.push({ keys: [...this.#keys], value: assembler.current })
    this.#keys.pop()
    this.#assembler = null
  }
}

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The tree's items in the order of the file, a few at a time. `onRead` gets the bytes as they are read, and how many
 * there are. Throws an ImportError for a file that is no tree.
 */
export async function* readTree(
  file: string,
  onRead: (bytes: Buffer, size: number) => void = () => {},
): AsyncGenerator<readonly TreeItem[]> {
  const { size } = await stat(file).catch(() => {
    throw new ImportError(`There is no file ${file}, or it cannot be read.`)
  })
  if (size === 0) throw new ImportError(`${file} is empty.`)
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  const decoder = new StringDecoder('utf8')
  const parse = jsonParser({ packValues: true, streamValues: false })
  const reader = new ItemReader()
  let isFirst = true
  const feed = (text: string) => {
    const parsed = parse(text) as unknown as { readonly values?: readonly Token[] }
    for (const token of parsed.values ?? []) reader.consume(token)
    return reader.found.splice(0)
  }
  for await (const bytes of stream as AsyncIterable<Buffer>) {
    onRead(bytes, size)
    const chunk = decoder.write(bytes)
    const text = isFirst && chunk.startsWith(BYTE_ORDER_MARK) ? chunk.slice(1) : chunk
    isFirst = false
    let items: TreeItem[]
    try {
      items = feed(text)
    } catch (error) {
      const before = Math.max(0, stream.bytesRead - bytes.length)
      throw new ImportError(
        `${file} is not JSON: it cannot be read past byte ${before.toLocaleString('en-US')}.`,
        { cause: error },
      )
    }
    if (reader.isObject === false) break
    if (items.length > 0) yield items
  }
  if (reader.isObject !== false)
    try {
      yield feed(END)
    } catch (error) {
      throw new ImportError(
        `${file} ends too early: it is cut off after ${size.toLocaleString('en-US')} bytes.`,
        {
          cause: error,
        },
      )
    }
  const isTree = reader.rootKeys.has('users') && reader.groups.has('companies')
  if (!isTree)
    throw new ImportError(
      `${file} is not a tree: its root must be { "users": { "companies": …, "RVPool": …, "customers": … } }.`,
    )
}
