// What somebody may mean who types an address: `400 Maple, South B` is a street and half a city,
// `Elkhart, IN` a city and its state. A text can be read in more than one way; the reader tries each.

import { foldName } from './normalize-city.ts'
import { regionCode, regionsStarting } from './regions.ts'

/** A street (may be empty), and a city of which the name may be half typed. */
export type CityReading = {
  readonly street: string
  /** Folded. */
  readonly city: string
  /** Something follows it, so the name is whole. */
  readonly isWhole: boolean
  /** Where it may lie; null for anywhere. */
  readonly regions: readonly string[] | null
}

/** A postal code at the end, and what stands before it. */
export type CodeReading = {
  /** `46516`, `465` or `N2L`. */
  readonly code: string
  /** As it is written: `46516-1234`, `N2L 3G1`. */
  readonly written: string
  readonly before: string
}

const COUNTRY = /[\s,]+(usa|u\.s\.a\.|united states|canada)\.?$/i

/** One space between words, one after a comma, none of either at the ends. */
export function tidyAddress(text: string): string {
  const spaced = text.replace(/\s+/g, ' ').replace(/\s*,[\s,]*/g, ', ')
  return spaced.replace(/^[\s,]+|[\s,]+$/g, '').replace(COUNTRY, '')
}

const ZIP = /^(?:(.*)[\s,])?(\d{5})(-\d{0,4})?$/
const BEGUN_ZIP = /^(?:(.*),(?: ([a-z]{2}))? )?(\d{3,4})$/i
const AREA = /^(?:(.*)[\s,])?([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:[ -]?(\d(?:[a-z]\d?)?))?$/i

/** The postal code that a tidied address ends with; null without one. */
export function readCode(text: string): CodeReading | null {
  const [zip, before = '', five = '', four = ''] = ZIP.exec(text) ?? []
  if (zip !== undefined) return { code: five, written: five + four, before: tidyAddress(before) }
  const [begun, rest = '', region = '', digits = ''] = BEGUN_ZIP.exec(text) ?? []
  if (begun !== undefined) return { code: digits, written: digits, before: tidyAddress(`${rest}, ${region}`) }
  const [area, head = '', code = '', unit = ''] = AREA.exec(text) ?? []
  if (area === undefined) return null
  const written = `${code} ${unit}`.trim().toUpperCase()
  return { code: code.toUpperCase(), written, before: tidyAddress(head) }
}

const STREET_WORDS = new Set(
  (
    'st street ave avenue rd road dr drive ln lane way blvd boulevard hwy highway ct court pl place cir circle ' +
    'pkwy parkway trl trail ter terrace loop pike run sq square n s e w ne nw se sw north south east west'
  ).split(' '),
)

/** Without a comma a city can only begin after a word that ends a street, or after a number. */
const endsStreet = (words: readonly string[]): boolean => {
  const last = (words.at(-1) ?? '').toLowerCase().replace(/[.#]/g, '')
  return words.length >= 3 && /^\d/.test(words[0] ?? '') && (STREET_WORDS.has(last) || /^\d/.test(last))
}

type Tail = { readonly street: string; readonly city: string; readonly region: string | null }

/** `Elkhart` and `Elkhart IN`, each with the region that its last words may name. */
function tailsOf(street: string, words: readonly string[]): Tail[] {
  const tails: Tail[] = []
  for (const length of [1, 2, 3]) {
    if (words.length <= length) break
    const region = regionCode(words.slice(-length).join(' '))
    if (region !== null) tails.push({ street, city: words.slice(0, -length).join(' '), region })
  }
  return [...tails, { street, city: words.join(' '), region: null }]
}

/** The last part between commas: a city, perhaps with its region, perhaps with the street before it. */
function tailsOfPart(street: string, part: string): Tail[] {
  const words = part.split(' ')
  if (street !== '' || !/^\d/.test(part)) return tailsOf(street, words)
  const cuts = words.map((_, place) => place).filter(place => endsStreet(words.slice(0, place)))
  return cuts.flatMap(place => tailsOf(words.slice(0, place).join(' '), words.slice(place)))
}

const SHORTEST_CITY = 2

/** The ways to read a tidied address without a postal code, likeliest first. */
export function readCities(text: string): readonly CityReading[] {
  const parts = text.split(', ')
  const readings: CityReading[] = []
  const last = parts.at(-1) ?? ''
  const regions = parts.length > 1 ? regionsStarting(last) : []
  if (regions.length > 0) {
    const street = parts.slice(0, -2).join(', ')
    for (const tail of tailsOfPart(street, parts.at(-2) ?? ''))
      readings.push({ street: tail.street, city: foldName(tail.city), isWhole: true, regions })
  }
  for (const { street, city, region } of tailsOfPart(parts.slice(0, -1).join(', '), last)) {
    const isWhole = region !== null
    readings.push({ street, city: foldName(city), isWhole, regions: region === null ? null : [region] })
  }
  return readings.filter(({ city }) => city.length >= SHORTEST_CITY)
}
