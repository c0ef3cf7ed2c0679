// NHTSA's VIN catalog as one read-only file (reference/vin/vin.bin, made by scripts/data/build-vin-catalog.mjs), read
// by offset. In memory are its index, one entry for about 48,000 characters, and the most recently read blocks.
//
// RIGVIN01 · index length (4 bytes) · index · blocks; index and blocks are Brotli, offsets count
// from the end of the index. The index is JSON:
// { snapshot, wmis: [[first WMI, offset, length]…], schemas: [[first number, offset, length]…] }
// A block of WMIs has a line each, sorted:
// WMI ⇥ manufacturer ⇥ vehicle type ⇥ make~make… ⇥ schema:from-to,schema:from-…
// A block of schemas has them in the order of their numbers, separated by empty lines; a line for each key:
// key ⇥ letter and text ⇥ …     (m model, k make, s series, b body, c city, t state, n country, w weight)

import { closeSync, openSync, readSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { bundledFile } from '#server/lib/bundled-files.ts'

const MAGIC = 'RIGVIN01'
const HEADER_BYTES = 12
const MAX_CACHED_BLOCKS = 16

/** vPIC's numbers of the vehicle types in the file. */
export const VEHICLE_TYPES = { truck: 3, bus: 5, trailer: 6, multipurpose: 7, incomplete: 10 } as const

export type AttributeCode = 'm' | 'k' | 's' | 'b' | 'c' | 't' | 'n' | 'w'
export type VinPattern = {
  readonly keys: string
  readonly attributes: readonly (readonly [AttributeCode, string])[]
}

export type VinManufacturer = {
  readonly wmi: string
  readonly manufacturer: string
  readonly vehicleType: number
  readonly makes: readonly string[]
  /** Which schema applies to which model years, both ends included. */
  readonly schemas: readonly { readonly number: number; readonly from: number; readonly to: number }[]
}

type IndexEntry<First> = readonly [first: First, offset: number, length: number]
type CatalogIndex = {
  readonly snapshot: string
  readonly wmis: readonly IndexEntry<string>[]
  readonly schemas: readonly IndexEntry<number>[]
}

export type VinCatalog = {
  /** The date of the catalog that this file was made from, `YYYY-MM-DD`. */
  readonly snapshot: string
  /** The manufacturer of this WMI (3 characters, or 6 for a small manufacturer). */
  readonly findManufacturer: (wmi: string) => VinManufacturer | null
  /** The manufacturer's patterns for a model year. */
  readonly patternsOf: (maker: VinManufacturer, year: number) => readonly VinPattern[]
}

/** The last entry that starts at or before `wanted`; entries are sorted. */
function findEntry<First extends string | number>(entries: readonly IndexEntry<First>[], wanted: First) {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry !== undefined && entry[0] <= wanted) low = middle + 1
    else high = middle
  }
  return entries[low - 1]
}

function parseManufacturer(line: string): VinManufacturer {
  const [wmi = '', manufacturer = '', type, makes = '', used = ''] = line.split('\t')
  const schemas = [...used.matchAll(/(\d+):(\d+)-(\d*)/g)].map(([, number, from, to]) => ({
    number: Number(number),
    from: Number(from),
    to: to === '' ? Number.POSITIVE_INFINITY : Number(to),
  }))
  return { wmi, manufacturer, vehicleType: Number(type), makes: makes.split('~').filter(Boolean), schemas }
}

function parsePattern(line: string): VinPattern {
  const [keys = '', ...texts] = line.split('\t')
  return { keys, attributes: texts.map(text => [text.charAt(0) as AttributeCode, text.slice(1)] as const) }
}

/** Throws an Error with one sentence if the file is invalid. */
function readBytes(path: string, at: number, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(length)
    if (readSync(file, bytes, 0, length, at) === length) return bytes
  } finally {
    closeSync(file)
  }
  throw new Error(`The VIN catalog ${path} is truncated.`)
}

/** Opens the bundled catalog; no file stays open. Throws an Error with one sentence if it is missing or invalid. */
export function openVinCatalog(path = bundledFile('vin/vin.bin')): VinCatalog {
  const read = (at: number, length: number) => readBytes(path, at, length)
  const header = read(0, HEADER_BYTES)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error(`${path} is not a VIN catalog.`)
  const indexBytes = header.readUInt32LE(MAGIC.length)
  const index: CatalogIndex = JSON.parse(brotliDecompressSync(read(HEADER_BYTES, indexBytes)).toString())

  const cache = new Map<number, readonly string[]>()
  function block([, offset, length]: IndexEntry<unknown>, separator: string): readonly string[] {
    const cachedTexts = cache.get(offset)
    const texts =
      cachedTexts ??
      brotliDecompressSync(read(HEADER_BYTES + indexBytes + offset, length))
        .toString()
        .split(separator)
    cache.delete(offset)
    cache.set(offset, texts)
    const [oldest] = cache.keys()
    if (cache.size > MAX_CACHED_BLOCKS && oldest !== undefined) cache.delete(oldest)
    return texts
  }

  function patternsIn(number: number): readonly VinPattern[] {
    const entry = findEntry(index.schemas, number)
    const text = entry && block(entry, '\n\n')[number - entry[0]]
    return text === undefined ? [] : text.split('\n').map(parsePattern)
  }

  return {
    snapshot: index.snapshot,
    findManufacturer(wmi) {
      const entry = findEntry(index.wmis, wmi)
      const line = entry && block(entry, '\n').find(line => line.startsWith(`${wmi}\t`))
      return line === undefined ? null : parseManufacturer(line)
    },
    patternsOf: (maker, year) =>
      maker.schemas
        .filter(({ from, to }) => from <= year && year <= to)
        .flatMap(({ number }) => patternsIn(number)),
  }
}
