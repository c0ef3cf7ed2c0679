// Finding a company: a customer knows a name, or where their RV stands, and often stands there now. Words narrow
// the public list; a place puts it in the order of the way there, and never hides a company that is far away.
// A search is an address of its own, so that it can be sent to somebody, and gone back to.

import { wallTimeOf } from './calendar.ts'
import { DAYS, HOURS } from './company.ts'
import type { Coordinates } from './customer.ts'
import { COMPANIES_AT_ONCE } from './directory.ts'
import { printMiles } from './distance.ts'
import { plainWords, termsIn } from './find.ts'

export const LONGEST_WORDS_ASKED = 100
export const LONGEST_PLACE_ASKED = 300

export const SORTS = ['name', 'distance'] as const
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

/** What Home's address may say behind its question mark, in the order in which it says it. */
export const SEARCH_NAMES = [
  ...(['q', 'near', 'at', 'comes', 'open', 'trusted', 'verified', 'sort', 'view'] as const),
] as const
export type SaidSearch = { readonly [Name in (typeof SEARCH_NAMES)[number]]?: string }

const YES = 'yes'

/** What an address says, as far as it can be meant; anything else is as if it were not there. */
export function readSearch(find: (name: string) => unknown): SaidSearch {
  const wordsOf = (name: string, longest: number): string => {
    const said = find(name)
    return typeof said === 'string' ? said.slice(0, longest).toWellFormed().replaceAll('\0', '') : ''
  }
  const one = (name: string, ...allowed: readonly string[]): string =>
    allowed.find(word => word === find(name)) ?? ''
  const at = wordsOf('at', 40)
  const said: Required<SaidSearch> = {
    q: wordsOf('q', LONGEST_WORDS_ASKED),
    near: wordsOf('near', LONGEST_PLACE_ASKED),
    at: spotOf(at) === null ? '' : at,
    comes: one('comes', YES),
    open: one('open', YES),
    trusted: one('trusted', YES),
    verified: one('verified', YES),
    sort: one('sort', 'name'),
    view: one('view', 'map'),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value.trim() !== ''))
}

/** `41.6820,-85.9767` as a spot on the map; null where it is none. */
export function spotOf(text: string): Coordinates | null {
  const [, north, east] = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/.exec(text) ?? []
  const [latitude, longitude] = [Number(north), Number(east)]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** A spot as an address says it, to about a hundred meters. */
export const printSpot = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(3)},${longitude.toFixed(3)}`

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
  }
}

/** The first page of a search, as Home asks for it and as it comes along with Home. */
export const firstPageOf = (said: SaidSearch): CompanySearch & { readonly limit: number } => ({
  ...searchOf(said),
  limit: COMPANIES_AT_ONCE,
})

/** How many of these an address asks for besides words and a place. */
export const countFilters = ({ near, at, comes, open, trusted, verified }: SaidSearch): number =>
  [near ?? at, comes, open, trusted, verified].filter(word => word !== undefined).length

/** What a found company's words must contain, all of them; none when nothing was asked. */
export const companyTerms = (asked: string): readonly string[] =>
  termsIn(plainWords(asked.replace(/[,.;]/g, ' ')).split(' '))

/** What the clock on a wall shows: the zone it hangs in, the day of the week (Monday is 1), the hour. */
export type Wall = { readonly timeZone: string; readonly weekday: number; readonly hour: number }

/** The walls on which it is an hour at which some company may be open; the other zones are all closed. */
export const wallsAt = (at: Date, timeZones: readonly string[]): readonly Wall[] =>
  timeZones
    .map(timeZone => {
      const [day = '', time = ''] = wallTimeOf(at, timeZone).split('T')
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || DAYS[1]
      return { timeZone, weekday, hour: Number(time.slice(0, 2)) }
    })
    .filter(({ hour }) => HOURS[0] <= hour && hour < HOURS[1])

/** What is on screen of an answer. `miles` is null for a company that is not on the map. */
export type Shown = {
  readonly companies: readonly { readonly miles?: number | null | undefined }[]
  readonly hasMore: boolean
  readonly sort: CompanySort
  /** What the place is called; null without a place. */
  readonly place: string | null
}

const counted = (count: number): string =>
  count === 1 ? '1 company' : `${count.toLocaleString('en-US')} companies`

/** `12 companies within 60 miles of Elkhart, IN 46516`. The miles are those to the furthest that is shown. */
export function printShown({ companies, hasMore, sort, place }: Shown): string {
  const all = companies.length
  const isNearest = hasMore && place !== null && sort === 'distance'
  const opening = hasMore ? `The ${isNearest ? 'nearest' : 'first'} ${counted(all)}` : counted(all)
  if (place === null || all === 0) return opening
  const away = companies.flatMap(({ miles }) => miles ?? [])
  const lost = all - away.length
  if (away.length === 0) return `${opening}, none of them on the map`
  const within = printMiles(Math.max(1, Math.ceil(Math.max(...away))))
  const onMap = lost === 0 ? opening : hasMore ? `The first ${counted(away.length)}` : counted(away.length)
  const rest = lost === 0 ? '' : `, and ${lost.toLocaleString('en-US')} that did not say where`
  return `${onMap} within ${within} of ${place}${rest}`
}
