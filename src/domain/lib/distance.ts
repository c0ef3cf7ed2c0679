// Great-circle distance to the customer's RV: enough to say that mobile service may not reach it, never to refuse a
// customer.

import type { Coordinates } from '#domain/customers/customer.ts'

/** The mean radius of the Earth, 6371.0088 km (IUGG), in miles of 1.609344 km. */
const EARTH_RADIUS_MILES = 6371.0088 / 1.609344

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/**
 * Great-circle distance in miles between two points in degrees. It treats the Earth as a sphere, so it is up to half
 * a percent off. This formula is accurate at every distance, while the haversine is centimeters off near the far side
 * of the Earth. Source: T. Vincenty, "Direct and Inverse Solutions of Geodesics on the Ellipsoid", Survey Review 23
 * (1975), 88, with zero flattening.
 */
export function milesBetween(one: Coordinates, other: Coordinates): number {
  const [here, there] = [radians(one.latitude), radians(other.latitude)]
  const deltaLongitude = radians(other.longitude - one.longitude)
  const east = Math.cos(there) * Math.sin(deltaLongitude)
  const north = Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(deltaLongitude)
  const ahead = Math.sin(here) * Math.sin(there) + Math.cos(here) * Math.cos(there) * Math.cos(deltaLongitude)
  return EARTH_RADIUS_MILES * Math.atan2(Math.hypot(east, north), ahead)
}

/** A company's mobile service. `mobileRange` in miles; null if not set. */
type Mobility = { readonly mobileRange: number | null; readonly coordinates: Coordinates | null }

/** A location relative to a company's mobile range; `unknown` without coordinates. */
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
