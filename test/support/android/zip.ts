import { crc32, inflateRawSync } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'

const END = 0x06054b50
const END_LENGTH = 22
const ENTRY = 0x02014b50
const LOCAL_LENGTH = 30

type Entry = {
  readonly isStored: boolean
  /** The offset of its data in the file. */
  readonly at: number
  readonly content: Buffer
}

/** The three parts of a ZIP without a comment: the files, the directory, and the end. */
export function partsOf(file: Buffer) {
  const end = file.subarray(file.length - END_LENGTH)
  const reader = new ByteReader(end)
  if (reader.int() !== END) throw new Error('The file has no end of a ZIP.')
  reader.piece(6)
  const count = reader.short()
  const length = reader.int()
  const at = reader.int()
  if (reader.short() !== 0 || at + length + END_LENGTH !== file.length)
    throw new Error('The directory of the ZIP is not right before its end.')
  return { before: file.subarray(0, at), directory: file.subarray(at, at + length), end, count }
}

/** Every file in it, verified: method, sizes and checksum. */
export function unzip(file: Buffer): ReadonlyMap<string, Entry> {
  const { directory, count } = partsOf(file)
  const reader = new ByteReader(directory)
  const entries = new Map<string, Entry>()
  while (!reader.isAtEnd) {
    if (reader.int() !== ENTRY) throw new Error('The directory of the ZIP is broken.')
    reader.piece(6)
    const method = reader.short()
    reader.piece(4)
    const [crc, packed, size] = [reader.int(), reader.int(), reader.int()]
    const [nameLength, extra, comment] = [reader.short(), reader.short(), reader.short()]
    reader.piece(8)
    const local = reader.int()
    const name = reader.piece(nameLength).toString()
    reader.piece(extra + comment)
    const at = local + LOCAL_LENGTH + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const bytes = file.subarray(at, at + packed)
    const content = method === 0 ? bytes : inflateRawSync(bytes)
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is not what it was.`)
    entries.set(name, { isStored: method === 0, at, content })
  }
  if (entries.size !== count) throw new Error('The ZIP does not hold what it says.')
  return entries
}
