// Finding a company: a customer knows a name, or where their RV stands, and often stands there now. Words narrow
// the public list; a place puts it in the order of the way there, and never hides a company that is far away.
// A search is an address of its own, so that it can be sent to somebody, and gone back to.

import type { Coordinates } from '#domain/customers/customer.ts'
import { COMPANIES_PAGE_SIZE, type SearchParams } from './directory.ts'

export const MAX_QUERY_LENGTH = 100
export const MAX_LOCATION_LENGTH = 300

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

const YES_VALUE = 'yes'

/** What an address says, as far as it can be meant; anything else is undefined. */
export function parseSearchParams(find: (name: string) => unknown): SearchParams {
  const textParam = (name: string, maxLength: number): string => {
    const param = find(name)
    return typeof param === 'string' ? param.slice(0, maxLength).toWellFormed().replaceAll('\0', '') : ''
  }
  const choiceParam = (name: string, ...allowed: readonly string[]): string =>
    allowed.find(word => word === find(name)) ?? ''
  const at = textParam('at', 40)
  const said: SearchParams = {
    q: textParam('q', MAX_QUERY_LENGTH),
    near: textParam('near', MAX_LOCATION_LENGTH),
    at: parseCoordinates(at) === null ? '' : at,
    comes: choiceParam('comes', YES_VALUE),
    open: choiceParam('open', YES_VALUE),
    trusted: choiceParam('trusted', YES_VALUE),
    verified: choiceParam('verified', YES_VALUE),
    sort: choiceParam('sort', 'name', 'rating'),
    view: choiceParam('view', 'map'),
  }
  // Said even where it is nothing: what is left out would stand in the address as it was typed.
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value?.trim() ? value : undefined]),
  )
}

/** `41.6820,-85.9767` as a spot on the map; null where it is none. */
export function parseCoordinates(text: string): Coordinates | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/.exec(text) ?? []
  const [latitude, longitude] = [Number(north), Number(east)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** A spot as an address says it: three decimals are about a hundred meters, two a kilometer. */
export const formatCoordinates = ({ latitude, longitude }: Coordinates, decimals = 3): string =>
  `${latitude.toFixed(decimals)},${longitude.toFixed(decimals)}`

/** The question that an address asks. Who comes to a place can only be asked once there is one. */
export function toCompanySearch(params: SearchParams): CompanySearch {
  const near = parseCoordinates(params.at ?? '')
  const hasPlace = near !== null || params.near !== undefined
  return {
    ...(params.q !== undefined && { q: params.q.trim() }),
    ...(near !== null ? { near } : params.near !== undefined && { place: params.near.trim() }),
    ...(hasPlace && params.comes !== undefined && { comesToYou: true }),
    ...(params.open !== undefined && { openNow: true }),
    ...(params.trusted !== undefined && { trusted: true }),
    ...(params.verified !== undefined && { verified: true }),
    ...(hasPlace && params.sort === 'name' && { sort: 'name' as const }),
    ...(params.sort === 'rating' && { sort: 'rating' as const }),
  }
}

/** In which order an address has them. */
export const sortOf = (params: SearchParams): CompanySort => {
  const { near, place, sort } = toCompanySearch(params)
  return sort ?? (near === undefined && place === undefined ? 'name' : 'distance')
}

/** The first page of a search, as Home asks for it and as it comes along with Home. */
export const firstPageInput = (params: SearchParams): CompanySearch & { readonly limit: number } => ({
  ...toCompanySearch(params),
  limit: COMPANIES_PAGE_SIZE,
})

/** How many filters an address asks for; a place is one, words are none. */
export const countFilters = ({ near, at, comes, open, trusted, verified }: SearchParams): number =>
  [near ?? at, comes, open, trusted, verified].filter(word => word !== undefined).length
