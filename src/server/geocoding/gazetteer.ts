// The US ZIP codes and Canadian forward sortation areas with their cities and coordinates (GeoNames,
// CC BY 4.0; scripts/data/build-places.mjs makes the files, reference/places/NOTICE.md names the sources).
//
// cities.tsv, by folded name: city, region, county, then each postal code with its coordinates, the
// principal one first. codes.tsv, by code: the code and the byte at which its city's line starts.

import type { Coordinates } from '#domain/customers/customer.ts'
import { bundledFile } from '#server/lib/bundled-files.ts'
import { memoizeAsync } from '#server/lib/memoize-async.ts'
import { normalizeCity } from './normalize-city.ts'
import { openSortedFile } from './sorted-file.ts'

export type PostalCode = {
  /** `46516`, or the first half of a Canadian code: `N2L`. */
  readonly code: string
  /** The center of the area; null if unknown. */
  readonly coordinates: Coordinates | null
  /** `Elkhart County`; empty if there is none. */
  readonly county: string
}

export type City = {
  /** Empty for a Canadian area without a known city. */
  readonly name: string
  /** `IN` */
  readonly region: string
  /** At least one, the principal one first. */
  readonly codes: readonly PostalCode[]
}

function parseCity(line: string): City {
  const [name = '', region = '', county = '', ...entries] = line.split('\t')
  const codes = entries.map(entry => {
    const [code = '', latitude = '', longitude = '', ...own] = entry.split(' ')
    const coordinates = latitude === '-' ? null : { latitude: Number(latitude), longitude: Number(longitude) }
    return { code, coordinates, county: own.length > 0 ? own.join(' ') : county }
  })
  return { name, region, codes }
}

const untilTab = (line: string): string => line.slice(0, line.indexOf('\t'))

const openCityFile = memoizeAsync(() =>
  openSortedFile(bundledFile('places/cities.tsv'), line => normalizeCity(untilTab(line))),
)
const openCodeFile = memoizeAsync(() => openSortedFile(bundledFile('places/codes.tsv'), untilTab))

/** Every city whose normalized name starts with `folded` (not empty), by name. */
export async function citiesStarting(folded: string): Promise<City[]> {
  const found: City[] = []
  for await (const line of (await openCityFile()).linesFrom(folded)) {
    if (!normalizeCity(untilTab(line)).startsWith(folded)) break
    found.push(parseCity(line))
  }
  return found
}

/** The cities of the postal codes that start with `start`, in the order of codes, each once. */
export async function citiesOfCodes(start: string): Promise<City[]> {
  const offsets = new Set<number>()
  for await (const line of (await openCodeFile()).linesFrom(start)) {
    if (!line.startsWith(start)) break
    offsets.add(Number(line.slice(line.indexOf('\t') + 1)))
  }
  const { lineAt } = await openCityFile()
  return (await Promise.all([...offsets].map(lineAt))).map(parseCity)
}

/** The city of a complete postal code, with that code only; null if unknown. */
export async function findPostalCode(code: string): Promise<City | null> {
  const [city] = await citiesOfCodes(code)
  if (city === undefined) return null
  return { ...city, codes: city.codes.filter(one => one.code === code) }
}
