// NHTSA's catalog of VINs as one read-only file (reference/vin/vin.bin, made by scripts/data/vin.mjs), read
// by offset. In memory stay its index, one entry for about 48,000 characters, and the last few
// blocks that were read.
//
//   RIGVIN01 · index length (4 bytes) · index · blocks; index and blocks are Brotli, offsets count
//   from the end of the index. The index is JSON:
//     { snapshot, wmis: [[first WMI, offset, length]…], schemas: [[first number, offset, length]…] }
//   A block of WMIs has a line each, sorted:
//     WMI ⇥ manufacturer ⇥ vehicle type ⇥ make~make… ⇥ schema:from-to,schema:from-…
//   A block of schemas has them in the order of their numbers, an empty line between two; a line for each key:
//     key ⇥ letter and text ⇥ …     (m model, k make, s series, b body, c city, t state, n country, w weight)

import { closeSync, openSync, readSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { dataFile } from '#server/config/bundled-data.ts'

const MAGIC = 'RIGVIN01'
const HEAD_BYTES = 12
const BLOCKS_KEPT = 16

/** vPIC's numbers of the vehicle types that are in the file. */
export const VEHICLE_TYPES = { truck: 3, bus: 5, trailer: 6, multipurpose: 7, incomplete: 10 } as const

export type Letter = 'm' | 'k' | 's' | 'b' | 'c' | 't' | 'n' | 'w'
export type Pattern = { readonly keys: string; readonly tells: readonly (readonly [Letter, string])[] }

export type Maker = {
  readonly wmi: string
  readonly manufacturer: string
  readonly vehicleType: number
  readonly makes: readonly string[]
  /** Which schema holds for which model years, both ends included. */
  readonly schemas: readonly { readonly number: number; readonly from: number; readonly to: number }[]
}

type Place<First> = readonly [first: First, offset: number, length: number]
type Index = {
  readonly snapshot: string
  readonly wmis: readonly Place<string>[]
  readonly schemas: readonly Place<number>[]
}

export type VinCatalog = {
  /** The day of the catalog that this file was made from, `YYYY-MM-DD`. */
  readonly snapshot: string
  /** Who builds under this world manufacturer identifier (3 characters, or 6 for a small maker). */
  readonly findMaker: (wmi: string) => Maker | null
  /** The patterns that the maker uses in a model year. */
  readonly patternsOf: (maker: Maker, year: number) => readonly Pattern[]
}

/** The last place that begins at or before `wanted`; places are sorted. */
function placeOf<First extends string | number>(places: readonly Place<First>[], wanted: First) {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const place = places[middle]
    if (place !== undefined && place[0] <= wanted) low = middle + 1
    else high = middle
  }
  return places[low - 1]
}

function makerOf(line: string): Maker {
  const [wmi = '', manufacturer = '', type, makes = '', used = ''] = line.split('\t')
  const schemas = [...used.matchAll(/(\d+):(\d+)-(\d*)/g)].map(([, number, from, to]) => ({
    number: Number(number),
    from: Number(from),
    to: to === '' ? Number.POSITIVE_INFINITY : Number(to),
  }))
  return { wmi, manufacturer, vehicleType: Number(type), makes: makes.split('~').filter(Boolean), schemas }
}

function patternOf(line: string): Pattern {
  const [keys = '', ...texts] = line.split('\t')
  return { keys, tells: texts.map(text => [text.charAt(0) as Letter, text.slice(1)] as const) }
}

/** Throws an Error with one sentence when the file is not what it should be. */
function readAt(path: string, at: number, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.allocUnsafe(length)
    if (readSync(file, bytes, 0, length, at) === length) return bytes
  } finally {
    closeSync(file)
  }
  throw new Error(`The VIN catalog ${path} is cut short.`)
}

/**
 * Opens the catalog that comes with the product; no file stays open. Throws an Error with one
 * sentence when it is missing or is something else.
 */
export function openVinCatalog(path = dataFile('vin/vin.bin')): VinCatalog {
  const read = (at: number, length: number) => readAt(path, at, length)
  const head = read(0, HEAD_BYTES)
  if (head.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error(`${path} is not a VIN catalog.`)
  const indexBytes = head.readUInt32LE(MAGIC.length)
  const index: Index = JSON.parse(brotliDecompressSync(read(HEAD_BYTES, indexBytes)).toString())

  const kept = new Map<number, readonly string[]>()
  function block([, offset, length]: Place<unknown>, between: string): readonly string[] {
    const known = kept.get(offset)
    const texts =
      known ??
      brotliDecompressSync(read(HEAD_BYTES + indexBytes + offset, length))
        .toString()
        .split(between)
    kept.delete(offset)
    kept.set(offset, texts)
    const [oldest] = kept.keys()
    if (kept.size > BLOCKS_KEPT && oldest !== undefined) kept.delete(oldest)
    return texts
  }

  function patternsIn(number: number): readonly Pattern[] {
    const place = placeOf(index.schemas, number)
    const text = place && block(place, '\n\n')[number - place[0]]
    return text === undefined ? [] : text.split('\n').map(patternOf)
  }

  return {
    snapshot: index.snapshot,
    findMaker(wmi) {
      const place = placeOf(index.wmis, wmi)
      const line = place && block(place, '\n').find(line => line.startsWith(`${wmi}\t`))
      return line === undefined ? null : makerOf(line)
    },
    patternsOf: (maker, year) =>
      maker.schemas
        .filter(({ from, to }) => from <= year && year <= to)
        .flatMap(({ number }) => patternsIn(number)),
  }
}
