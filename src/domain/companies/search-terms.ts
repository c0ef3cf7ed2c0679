// Which companies a search finds: those that have all of its words somewhere in their name or address, and those at
// which somebody is there at this moment, each by the clock on its own wall.

import { localTimeOf } from '#domain/lib/company-time.ts'
import { normalizeText, toSearchTerms } from '#domain/lib/search-terms.ts'
import { DAYS, HOURS } from './company.ts'

/** What a found company's words must contain, all of them; none when nothing was asked. */
export const companySearchTerms = (query: string): readonly string[] =>
  toSearchTerms(normalizeText(query.replace(/[,.;]/g, ' ')).split(' '))

/** What the clock on a wall shows: the zone it hangs in, the day of the week (Monday is 1), the hour. */
type LocalHour = { readonly timeZone: string; readonly weekday: number; readonly hour: number }

/** The walls on which it is an hour at which some company may be open; the other zones are all closed. */
export const openLocalHours = (at: Date, timeZones: readonly string[]): readonly LocalHour[] =>
  timeZones
    .map(timeZone => {
      const [day = '', time = ''] = localTimeOf(at, timeZone).split('T')
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || DAYS[1]
      return { timeZone, weekday, hour: Number(time.slice(0, 2)) }
    })
    .filter(({ hour }) => HOURS[0] <= hour && hour < HOURS[1])
