// Suggestions from the gazetteer alone: it has every city and postal code and no streets, so the street stays as
// typed, and the coordinates are those of the postal code's area.

import type { Coordinates } from '#domain/customers/customer.ts'
import {
  type CityParse,
  normalizeAddress,
  type PostalCodeParse,
  parseCities,
  parsePostalCode,
} from './address-parser.ts'
import { type City, citiesOfCodes, citiesStarting, findPostalCode, type PostalCode } from './gazetteer.ts'
import type { Suggestion } from './geocoder-types.ts'
import { normalizeCity } from './normalize-city.ts'
import { isCanadian, regionCode, regionName } from './regions.ts'

/** A single matching city with at most this many postal codes is suggested with each of them. */
const MAX_CODES_PER_CITY = 4
const NEAR_KM = 200

/** Great-circle distance in kilometers, roughly. */
function kilometers(one: Coordinates, other: Coordinates): number {
  const east = (one.longitude - other.longitude) * Math.cos((one.latitude * Math.PI) / 180)
  return 111.2 * Math.hypot(one.latitude - other.latitude, east)
}

const joinParts = (parts: readonly string[]): string => parts.filter(part => part !== '').join(', ')

type AddressMatch = {
  readonly street: string
  readonly city: City
  readonly code: PostalCode
  /** The postal code as written in the address; empty to omit it. */
  readonly written: string
  /** The city's name as typed, if different. */
  readonly name?: string
}

function formatDetail({ city, code, written }: AddressMatch): string {
  const area = code.county || regionName(city.region)
  const count = city.codes.length
  if (count === 1 || isCanadian(city.region)) return area
  return written === '' ? `${area}; add the ZIP code` : `${area}; one of ${count} ZIP codes`
}

function toSuggestion(match: AddressMatch): Suggestion {
  const { street, city, code, written, name = city.name } = match
  const region = `${city.region} ${written}`.trim()
  const address = joinParts([street, name, region])
  return {
    id: `embedded ${address}`,
    label: address,
    detail: formatDetail(match),
    address,
    coordinates: code.coordinates,
    isApproximate: true,
    source: 'embedded',
  }
}

/** Nearby cities first, then large ones, by their number of postal codes. */
function compareByLikelihood(near: Coordinates | null, typed: string) {
  const rank = ({ name, codes: [principal], codes }: City): number => {
    const at = principal?.coordinates ?? null
    const isNear = near !== null && at !== null && kilometers(near, at) < NEAR_KM
    return (isNear ? 1e5 : 0) + (normalizeCity(name) === typed ? 1e4 : 0) + codes.length
  }
  return (one: City, other: City): number => rank(other) - rank(one)
}

async function suggestCities(
  { street, city, isComplete, regions }: CityParse,
  near: Coordinates | null,
): Promise<AddressMatch[]> {
  const found = (await citiesStarting(city)).filter(
    ({ name, region }) =>
      (!isComplete || normalizeCity(name) === city) && (regions?.includes(region) ?? true),
  )
  found.sort(compareByLikelihood(near, city))
  const maxCodes = found.length === 1 ? MAX_CODES_PER_CITY : 1
  return found.flatMap(one => {
    // A postal code is never guessed, and half a Canadian one is none: the person types it.
    const areWritten = one.codes.length <= maxCodes && !isCanadian(one.region)
    return one.codes
      .slice(0, areWritten ? maxCodes : 1)
      .map(code => ({ street, city: one, code, written: areWritten ? code.code : '' }))
  })
}

/** Street and city as typed before the code; the city is the code's own unless another is named. */
function parseBeforeCode(before: string, city: City): { street: string; name?: string } {
  const parts = before.split(', ')
  const [last = ''] = parts.slice(-1)
  const words = last.split(' ')
  const isRegion = regionCode(last) !== null
  const endsWithRegion = !isRegion && words.length > 1 && regionCode(words.at(-1) ?? '') === city.region
  const rest = isRegion
    ? parts.slice(0, -1)
    : [...parts.slice(0, -1), words.slice(0, endsWithRegion ? -1 : undefined).join(' ')]
  const [final = ''] = rest.slice(-1)
  const [folded, own] = [normalizeCity(final), normalizeCity(city.name)]
  const street = joinParts(rest.slice(0, -1))
  if (folded === own || final === '') return { street }
  if (own !== '' && folded.endsWith(` ${own}`)) {
    const count = own.split(' ').length
    return { street: joinParts([street, final.split(' ').slice(0, -count).join(' ')]) }
  }
  const isCity = (street !== '' || isRegion || endsWithRegion) && !/\d/.test(final)
  return isCity ? { street, name: final } : { street: joinParts(rest) }
}

async function suggestPostalCode(
  { code, written, before }: PostalCodeParse,
  near: Coordinates | null,
): Promise<AddressMatch[]> {
  const isWhole = code.length === 5 || !/^\d/.test(code)
  const city = isWhole ? await findPostalCode(code) : null
  const [own] = city?.codes ?? []
  if (city !== null && own !== undefined)
    return [{ ...parseBeforeCode(before, city), city, code: own, written }]
  if (isWhole) return []
  const matching = (await citiesOfCodes(code)).sort(compareByLikelihood(near, ''))
  return matching.flatMap(one => {
    const typed = parseBeforeCode(before, one)
    if (typed.name !== undefined) return []
    return one.codes
      .filter(candidate => candidate.code.startsWith(code))
      .slice(0, MAX_CODES_PER_CITY)
      .map(found => ({ street: typed.street, city: one, code: found, written: found.code }))
  })
}

/** At most `limit` suggestions for any text, likeliest first. */
export async function suggestOffline(
  text: string,
  near: Coordinates | null,
  limit: number,
): Promise<readonly Suggestion[]> {
  const address = normalizeAddress(text)
  const withCode = parsePostalCode(address)
  const matches = withCode === null ? [] : await suggestPostalCode(withCode, near)
  for (const parse of parseCities(address)) {
    if (matches.length > 0) break
    matches.push(...(await suggestCities(parse, near)))
  }
  const byAddress = new Map(
    matches
      .map(toSuggestion)
      .toReversed()
      .map(one => [one.address, one]),
  )
  return [...byAddress.values()].toReversed().slice(0, limit)
}

/**
 * The coordinates of an address by its postal code or its city and region; null if unknown. For addresses whose own
 * coordinates may not be stored.
 */
export async function geocode(text: string): Promise<Coordinates | null> {
  const address = normalizeAddress(text)
  const isCertain =
    parsePostalCode(address) !== null || parseCities(address).some(({ regions }) => regions?.length === 1)
  const [best] = isCertain ? await suggestOffline(address, null, 1) : []
  return best?.coordinates ?? null
}

/** The likeliest location of a text: the largest city of that name, if no state is given. */
export async function geocodeOffline(
  text: string,
): Promise<{ readonly name: string; readonly coordinates: Coordinates } | null> {
  if (text.trim().length < 3) return null
  for (const { address, coordinates } of await suggestOffline(text, null, 6))
    if (coordinates !== null) return { name: address, coordinates }
  return null
}
