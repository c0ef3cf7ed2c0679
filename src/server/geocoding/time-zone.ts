// The time zone of a location, from a library's map.

import type { Coordinates } from '#domain/customers/customer.ts'
import { isTimeZone, localTimeOf } from '#domain/lib/company-time.ts'
import { memoizeAsync } from '#server/lib/memoize-async.ts'

/** The library's map, loaded with the first location. */
export const loadZoneMap = memoizeAsync(async () => (await import('@photostructure/tz-lookup')).default)

/** How imprecise the map may be along a border, in degrees: some ten miles. */
const BORDER_TOLERANCE_DEGREES = 0.15
const OFFSETS = [-BORDER_TOLERANCE_DEGREES, 0, BORDER_TOLERANCE_DEGREES]
const HALF_A_YEAR_MS = 182 * 86_400_000

/** A browser's time zone setting, and when it was sent. */
type BrowserTimeZone = { readonly name: string; readonly at: Date }

/**
 * The IANA time zone of a location, in degrees. Near a border the browser's zone (`browserZone`) is preferred if it
 * occurs close by. Null if this Node does not know the map's zone. The map: @photostructure/tz-lookup, simplified from
 * the borders of OpenStreetMap.
 */
export async function timeZoneAt(
  { latitude, longitude }: Coordinates,
  browserZone: BrowserTimeZone | null = null,
): Promise<string | null> {
  const zoneAt = await loadZoneMap()
  const near = OFFSETS.flatMap(north =>
    OFFSETS.map(east => zoneAt(clamp(latitude + north, 90), clamp(longitude + east, 180))),
  )
  if (browserZone !== null && near.some(zone => haveSameOffset(zone, browserZone))) return browserZone.name
  const zone = zoneAt(latitude, longitude)
  return isTimeZone(zone) ? zone : null
}

/** In summer and in winter. */
const haveSameOffset = (zone: string, { name, at }: BrowserTimeZone): boolean =>
  zone === name ||
  ([zone, name].every(isTimeZone) &&
    [at, new Date(at.getTime() + HALF_A_YEAR_MS)].every(
      moment => localTimeOf(moment, zone) === localTimeOf(moment, name),
    ))

const clamp = (degrees: number, max: number): number => Math.max(-max, Math.min(max, degrees))
