// How far it is to the customer's RV, as the crow flies: enough to say that a mobile mechanic may not come
// that far, and never a reason to send anybody away.

import type { Coordinates } from '#domain/customers/customer.ts'

/** The mean radius of the earth, 6371.0088 km (IUGG), in miles of 1.609344 km. */
const EARTH_RADIUS_MILES = 6371.0088 / 1.609344

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Miles along the great circle between two places, which are in degrees. The earth is taken for a ball, so it
 * is up to half a percent off. Of the formulas for a ball this one is exact at every distance, where the
 * haversine is centimetres off near the far side of the earth. Source: T. Vincenty, "Direct and Inverse
 * Solutions of Geodesics on the Ellipsoid", Survey Review 23 (1975), 88, with a flattening of nothing.
 */
export function milesBetween(one: Coordinates, other: Coordinates): number {
  const [here, there] = [radians(one.latitude), radians(other.latitude)]
  const deltaLongitude = radians(other.longitude - one.longitude)
  const east = Math.cos(there) * Math.sin(deltaLongitude)
  const north = Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(deltaLongitude)
  const ahead = Math.sin(here) * Math.sin(there) + Math.cos(here) * Math.cos(there) * Math.cos(deltaLongitude)
  return EARTH_RADIUS_MILES * Math.atan2(Math.hypot(east, north), ahead)
}

/** What it takes to know how far a company comes. `mobileRange` in miles; null where it said none. */
type Mobility = { readonly mobileRange: number | null; readonly coordinates: Coordinates | null }

/** How a place of the customer's lies to a company; `unknown` where either is not on the map. */
type ServiceReach = 'within' | 'beyond' | 'unknown' | 'not-mobile'

export function reachOf({ mobileRange, coordinates }: Mobility, site: Coordinates | null): ServiceReach {
  if (mobileRange === null || mobileRange === 0) return 'not-mobile'
  if (coordinates === null || site === null) return 'unknown'
  return milesBetween(coordinates, site) <= mobileRange ? 'within' : 'beyond'
}

/** Miles as people say them: `7 miles`, `1 mile`, `less than a mile`. */
export function formatMiles(miles: number): string {
  const whole = Math.round(miles)
  if (whole === 0) return 'less than a mile'
  return whole === 1 ? '1 mile' : `${whole.toLocaleString('en-US')} miles`
}
