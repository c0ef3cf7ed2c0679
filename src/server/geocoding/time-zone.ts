// Which time zone a place is in, from a map that a library carries.

import type { Coordinates } from '#domain/customers/customer.ts'
import { isTimeZone, wallTimeOf } from '#domain/lib/company-time.ts'
import { madeOnce } from '#server/lib/memoize-async.ts'

/** The library's map, read with the first place. */
export const openZoneMap = madeOnce(async () => (await import('@photostructure/tz-lookup')).default)

/** How far the map may be off along a border, in degrees: some ten miles. */
const BLUR = 0.15
const AROUND = [-BLUR, 0, BLUR]
const HALF_A_YEAR_MS = 182 * 86_400_000

/** What somebody's browser is set to, and when it said so. */
export type ToldZone = { readonly name: string; readonly at: Date }

/**
 * The IANA time zone of a place, in degrees. Whoever stands there knows better on which side of a border it is: what
 * was `told` is taken where clocks are the same close by. Null where the map has a zone that this Node does not know.
 * The map: @photostructure/tz-lookup, simplified from the borders of OpenStreetMap.
 */
export async function timeZoneAt(
  { latitude, longitude }: Coordinates,
  told: ToldZone | null = null,
): Promise<string | null> {
  const zoneAt = await openZoneMap()
  const near = AROUND.flatMap(north =>
    AROUND.map(east => zoneAt(within(latitude + north, 90), within(longitude + east, 180))),
  )
  if (told !== null && near.some(zone => haveOneClock(zone, told))) return told.name
  const zone = zoneAt(latitude, longitude)
  return isTimeZone(zone) ? zone : null
}

/** In summer and in winter. */
const haveOneClock = (zone: string, { name, at }: ToldZone): boolean =>
  zone === name ||
  ([zone, name].every(isTimeZone) &&
    [at, new Date(at.getTime() + HALF_A_YEAR_MS)].every(
      moment => wallTimeOf(moment, zone) === wallTimeOf(moment, name),
    ))

const within = (degrees: number, most: number): number => Math.max(-most, Math.min(most, degrees))
