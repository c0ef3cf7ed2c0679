// The binary XML of an APK: chunks, of which the first has all strings, and elements that refer to them by number.

import { ByteReader } from './byte-reader.ts'

const [WORDS, START, END] = [0x0001, 0x0102, 0x0103]
const UTF8 = 0x100
const [TEXT, FLAG] = [0x03, 0x12]
const NOTHING = 0xffffffff

type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly children: Element[]
}

export function readManifest(file: Buffer): Element {
  const outer = new ByteReader(file)
  outer.piece(8)
  let words: string[] = []
  const top: Element = { name: '', attributes: {}, children: [] }
  const open = [top]
  while (!outer.isAtEnd) {
    const [kind, headLength, length] = [outer.short(), outer.short(), outer.int()]
    const body = outer.piece(length - 8)
    if (kind === WORDS) words = readWords(body)
    if (kind === START) {
      const element = readElement(new ByteReader(body.subarray(headLength - 8)), words)
      open.at(-1)?.children.push(element)
      open.push(element)
    }
    if (kind === END) open.pop()
  }
  const [manifest] = top.children
  if (manifest === undefined || open.length !== 1) throw new Error('The manifest is broken.')
  return manifest
}

function readWords(body: Buffer): string[] {
  const reader = new ByteReader(body)
  const count = reader.int()
  reader.int()
  const isUtf8 = (reader.int() & UTF8) !== 0
  const start = reader.int() - 8
  reader.int()
  if (isUtf8) throw new Error('The words are in UTF-8, which aapt does not write here.')
  return Array.from({ length: count }, () => {
    const at = start + reader.int()
    const length = body.readUInt16LE(at)
    return body.toString('utf16le', at + 2, at + 2 + length * 2)
  })
}

function readElement(reader: ByteReader, words: readonly string[]): Element {
  reader.int()
  const name = words[reader.int()] ?? ''
  reader.int()
  const count = reader.short()
  reader.piece(6)
  const attributes: Record<string, string | number | boolean> = {}
  for (let n = 0; n < count; n++) {
    const [, word, raw] = [reader.int(), reader.int(), reader.int()]
    reader.piece(3)
    const kind = reader.byte()
    const value = reader.int()
    const text = words[raw === NOTHING ? value : raw] ?? ''
    attributes[words[word] ?? ''] = kind === TEXT ? text : kind === FLAG ? value !== 0 : value
  }
  return { name, attributes, children: [] }
}

/** Every element of this name, at any depth. */
export const all = (element: Element, name: string): Element[] =>
  element.children.flatMap(child => [...(child.name === name ? [child] : []), ...all(child, name)])
