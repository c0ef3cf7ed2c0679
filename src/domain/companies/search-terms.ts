// Which companies a search finds: those with all of its words in their name or address, and with a filter those open
// now, each in its own time zone.

import { localTimeOf } from '#domain/lib/company-time.ts'
import { normalizeText, toSearchTerms } from '#domain/lib/search-terms.ts'
import { DAYS, HOURS } from './company.ts'

/** The words a company must contain; none for an empty search. */
export const companySearchTerms = (query: string): readonly string[] =>
  toSearchTerms(normalizeText(query.replace(/[,.;]/g, ' ')).split(' '))

/** Local time: the time zone, the weekday (Monday is 1), the hour. */
type LocalHour = { readonly timeZone: string; readonly weekday: number; readonly hour: number }

/** The time zones in which some company may be open now. */
export const openLocalHours = (at: Date, timeZones: readonly string[]): readonly LocalHour[] =>
  timeZones
    .map(timeZone => {
      const [day = '', time = ''] = localTimeOf(at, timeZone).split('T')
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || DAYS[1]
      return { timeZone, weekday, hour: Number(time.slice(0, 2)) }
    })
    .filter(({ hour }) => HOURS[0] <= hour && hour < HOURS[1])
