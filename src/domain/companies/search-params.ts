// Finding a company: a customer knows a name, or where their RV stands, and often stands there now. Words narrow
// the public list; a place puts it in the order of the way there, and never hides a company that is far away.
// A search is an address of its own, so that it can be sent to somebody, and gone back to.

import type { Coordinates } from '#domain/customers/customer.ts'
import { COMPANIES_AT_ONCE, type SaidSearch } from './directory.ts'

export const LONGEST_WORDS_ASKED = 100
export const LONGEST_PLACE_ASKED = 300

export const SORTS = ['name', 'distance', 'rating'] as const
export type CompanySort = (typeof SORTS)[number]

/** What is asked of the public list; all of it may be left out. */
export type CompanySearch = {
  /** Parts of names, towns or ZIP codes. */
  readonly q?: string | undefined
  /** A place in words. */
  readonly place?: string | undefined
  /** The same on the map: heard before the words. */
  readonly near?: Coordinates | undefined
  /** Only who drives to that place. */
  readonly comesToYou?: boolean | undefined
  readonly openNow?: boolean | undefined
  readonly trusted?: boolean | undefined
  readonly verified?: boolean | undefined
  readonly sort?: CompanySort | undefined
}

const YES = 'yes'

/** What an address says, as far as it can be meant; anything else is undefined. */
export function readSearch(find: (name: string) => unknown): SaidSearch {
  const wordsOf = (name: string, longest: number): string => {
    const said = find(name)
    return typeof said === 'string' ? said.slice(0, longest).toWellFormed().replaceAll('\0', '') : ''
  }
  const one = (name: string, ...allowed: readonly string[]): string =>
    allowed.find(word => word === find(name)) ?? ''
  const at = wordsOf('at', 40)
  const said: SaidSearch = {
    q: wordsOf('q', LONGEST_WORDS_ASKED),
    near: wordsOf('near', LONGEST_PLACE_ASKED),
    at: spotOf(at) === null ? '' : at,
    comes: one('comes', YES),
    open: one('open', YES),
    trusted: one('trusted', YES),
    verified: one('verified', YES),
    sort: one('sort', 'name', 'rating'),
    view: one('view', 'map'),
  }
  // Said even where it is nothing: what is left out would stand in the address as it was typed.
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value?.trim() ? value : undefined]),
  )
}

/** `41.6820,-85.9767` as a spot on the map; null where it is none. */
export function spotOf(text: string): Coordinates | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/.exec(text) ?? []
  const [latitude, longitude] = [Number(north), Number(east)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** A spot as an address says it: three decimals are about a hundred meters, two a kilometer. */
export const printSpot = ({ latitude, longitude }: Coordinates, decimals = 3): string =>
  `${latitude.toFixed(decimals)},${longitude.toFixed(decimals)}`

/** The question that an address asks. Who comes to a place can only be asked once there is one. */
export function searchOf(said: SaidSearch): CompanySearch {
  const near = spotOf(said.at ?? '')
  const hasPlace = near !== null || said.near !== undefined
  return {
    ...(said.q !== undefined && { q: said.q.trim() }),
    ...(near !== null ? { near } : said.near !== undefined && { place: said.near.trim() }),
    ...(hasPlace && said.comes !== undefined && { comesToYou: true }),
    ...(said.open !== undefined && { openNow: true }),
    ...(said.trusted !== undefined && { trusted: true }),
    ...(said.verified !== undefined && { verified: true }),
    ...(hasPlace && said.sort === 'name' && { sort: 'name' as const }),
    ...(said.sort === 'rating' && { sort: 'rating' as const }),
  }
}

/** In which order an address has them. */
export const sortedBy = (said: SaidSearch): CompanySort => {
  const { near, place, sort } = searchOf(said)
  return sort ?? (near === undefined && place === undefined ? 'name' : 'distance')
}

/** The first page of a search, as Home asks for it and as it comes along with Home. */
export const firstPageOf = (said: SaidSearch): CompanySearch & { readonly limit: number } => ({
  ...searchOf(said),
  limit: COMPANIES_AT_ONCE,
})

/** How many filters an address asks for; a place is one, words are none. */
export const countFilters = ({ near, at, comes, open, trusted, verified }: SaidSearch): number =>
  [near ?? at, comes, open, trusted, verified].filter(word => word !== undefined).length
