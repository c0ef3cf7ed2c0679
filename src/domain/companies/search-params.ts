// Company search: by name, or by the RV's location, often the current one. Words filter the public list; a location
// sorts it by distance, and hides no company. A search has its own URL, for sharing and going back.

import type { Coordinates } from '#domain/customers/customer.ts'
import type { SEARCH_PARAM_NAMES } from './search-param-names.ts'

export const MAX_QUERY_LENGTH = 100
export const MAX_LOCATION_LENGTH = 300

/** Companies per page. */
const COMPANIES_PAGE_SIZE = 60

export const SORTS = ['name', 'distance', 'rating'] as const
export type CompanySort = (typeof SORTS)[number]

/** A search of the public list; everything is optional. */
export type CompanySearch = {
  /** Parts of names, cities or ZIP codes. */
  readonly q?: string | undefined
  /** A location in words. */
  readonly place?: string | undefined
  /** Coordinates, which take precedence over words. */
  readonly near?: Coordinates | undefined
  /** Only companies with mobile service there. */
  readonly comesToYou?: boolean | undefined
  readonly openNow?: boolean | undefined
  readonly trusted?: boolean | undefined
  readonly verified?: boolean | undefined
  readonly sort?: CompanySort | undefined
}

/** The parameters of a search in Home's URL. */
export type SearchParams = { readonly [Name in (typeof SEARCH_PARAM_NAMES)[number]]?: string | undefined }

const YES_VALUE = 'yes'

/** The valid parameters of a URL; others are undefined. */
export function parseSearchParams(find: (name: string) => unknown): SearchParams {
  const textParam = (name: string, maxLength: number): string => {
    const param = find(name)
    return typeof param === 'string' ? param.slice(0, maxLength).toWellFormed().replaceAll('\0', '') : ''
  }
  const choiceParam = (name: string, ...allowed: readonly string[]): string =>
    allowed.find(word => word === find(name)) ?? ''
  const at = textParam('at', 40)
  const params: SearchParams = {
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
  // Includes empty ones, which would otherwise stay in the URL as typed.
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value?.trim() ? value : undefined]),
  )
}

/** Parses `41.6820,-85.9767`; null if invalid. */
export function parseCoordinates(text: string): Coordinates | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/.exec(text) ?? []
  const [latitude, longitude] = [Number(north), Number(east)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** Coordinates for a URL: three decimals are about a hundred meters, two a kilometer. */
export const formatCoordinates = ({ latitude, longitude }: Coordinates, decimals = 3): string =>
  `${latitude.toFixed(decimals)},${longitude.toFixed(decimals)}`

/** The search of a URL. Mobile service needs a location. */
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

/** The sort order of a URL. */
export const sortOf = (params: SearchParams): CompanySort => {
  const { near, place, sort } = toCompanySearch(params)
  return sort ?? (near === undefined && place === undefined ? 'name' : 'distance')
}

/** The first page of a search, as Home requests it and the server prefetches it. */
export const firstPageInput = (params: SearchParams): CompanySearch & { readonly limit: number } => ({
  ...toCompanySearch(params),
  limit: COMPANIES_PAGE_SIZE,
})

/** The number of filters in a URL; a location is one, words are none. */
export const countFilters = ({ near, at, comes, open, trusted, verified }: SearchParams): number =>
  [near ?? at, comes, open, trusted, verified].filter(word => word !== undefined).length
