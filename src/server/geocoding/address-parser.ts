// Parses typed addresses: `400 Maple, South B` is a street and half a city, `Elkhart, IN` a city and its state. A
// text can have several readings; the caller tries each.

import { normalizeCity } from './normalize-city.ts'
import { regionCode, regionsStarting } from './regions.ts'

/** A street (may be empty), and a city whose name may be incomplete. */
export type CityParse = {
  readonly street: string
  /** Normalized. */
  readonly city: string
  /** Something follows it, so the name is complete. */
  readonly isComplete: boolean
  /** Possible regions; null for any. */
  readonly regions: readonly string[] | null
}

/** A postal code at the end, and the text before it. */
export type PostalCodeParse = {
  /** `46516`, `465` or `N2L`. */
  readonly code: string
  /** As typed: `46516-1234`, `N2L 3G1`. */
  readonly written: string
  readonly before: string
}

const COUNTRY = /[\s,]+(usa|u\.s\.a\.|united states|canada)\.?$/i

/** One space between words, one after a comma, none at the ends. */
export function normalizeAddress(text: string): string {
  const spaced = text.replace(/\s+/g, ' ').replace(/\s*,[\s,]*/g, ', ')
  return spaced.replace(/^[\s,]+|[\s,]+$/g, '').replace(COUNTRY, '')
}

const ZIP = /^(?:(.*)[\s,])?(\d{5})(-\d{0,4})?$/
const PARTIAL_ZIP = /^(?:(.*),(?: ([a-z]{2}))? )?(\d{3,4})$/i
const POSTAL_AREA = /^(?:(.*)[\s,])?([abceghj-nprstvxy]\d[abceghj-nprstv-z])(?:[ -]?(\d(?:[a-z]\d?)?))?$/i

/** The postal code at the end of a normalized address; null without one. */
export function parsePostalCode(text: string): PostalCodeParse | null {
  const [zip, before = '', five = '', four = ''] = ZIP.exec(text) ?? []
  if (zip !== undefined) return { code: five, written: five + four, before: normalizeAddress(before) }
  const [partial, rest = '', region = '', digits = ''] = PARTIAL_ZIP.exec(text) ?? []
  if (partial !== undefined)
    return { code: digits, written: digits, before: normalizeAddress(`${rest}, ${region}`) }
  const [area, head = '', code = '', unit = ''] = POSTAL_AREA.exec(text) ?? []
  if (area === undefined) return null
  const written = `${code} ${unit}`.trim().toUpperCase()
  return { code: code.toUpperCase(), written, before: normalizeAddress(head) }
}

const STREET_WORDS = new Set(
  (
    'st street ave avenue rd road dr drive ln lane way blvd boulevard hwy highway ct court pl place cir circle ' +
    'pkwy parkway trl trail ter terrace loop pike run sq square n s e w ne nw se sw north south east west'
  ).split(' '),
)

/** Without a comma a city can only start after a street suffix or a number. */
const isStreetEnd = (words: readonly string[]): boolean => {
  const last = (words.at(-1) ?? '').toLowerCase().replace(/[.#]/g, '')
  return words.length >= 3 && /^\d/.test(words[0] ?? '') && (STREET_WORDS.has(last) || /^\d/.test(last))
}

type CityCandidate = { readonly street: string; readonly city: string; readonly region: string | null }

/** `Elkhart` and `Elkhart IN`, each with the region in its last words. */
function cityCandidates(street: string, words: readonly string[]): CityCandidate[] {
  const tails: CityCandidate[] = []
  for (const length of [1, 2, 3]) {
    if (words.length <= length) break
    const region = regionCode(words.slice(-length).join(' '))
    if (region !== null) tails.push({ street, city: words.slice(0, -length).join(' '), region })
  }
  return [...tails, { street, city: words.join(' '), region: null }]
}

/** The last part between commas: a city, perhaps with its region, perhaps after a street. */
function cityCandidatesIn(street: string, part: string): CityCandidate[] {
  const words = part.split(' ')
  if (street !== '' || !/^\d/.test(part)) return cityCandidates(street, words)
  const cuts = words.map((_, place) => place).filter(place => isStreetEnd(words.slice(0, place)))
  return cuts.flatMap(place => cityCandidates(words.slice(0, place).join(' '), words.slice(place)))
}

const MIN_CITY_LENGTH = 2

/** The readings of a normalized address without a postal code, likeliest first. */
export function parseCities(text: string): readonly CityParse[] {
  const parts = text.split(', ')
  const parses: CityParse[] = []
  const last = parts.at(-1) ?? ''
  const regions = parts.length > 1 ? regionsStarting(last) : []
  if (regions.length > 0) {
    const street = parts.slice(0, -2).join(', ')
    for (const tail of cityCandidatesIn(street, parts.at(-2) ?? ''))
      parses.push({ street: tail.street, city: normalizeCity(tail.city), isComplete: true, regions })
  }
  for (const { street, city, region } of cityCandidatesIn(parts.slice(0, -1).join(', '), last)) {
    const isComplete = region !== null
    parses.push({ street, city: normalizeCity(city), isComplete, regions: region === null ? null : [region] })
  }
  return parses.filter(({ city }) => city.length >= MIN_CITY_LENGTH)
}
