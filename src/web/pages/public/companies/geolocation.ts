// Where somebody is, as their browser tells when they press for it and allow it; it is asked at no other time.

import type { Coordinates } from '#domain/customers/customer.ts'

const TIMEOUT_MS = 10_000
/** Nobody drives far in five minutes. */
const MAX_AGE_MS = 5 * 60_000

const GEOLOCATION_FAILED =
  'Your browser did not tell us where you are. Type a ZIP code, or a town with its state.'

/** The place, or the sentence that says why there is none. */
export function getCurrentCoordinates(): Promise<Coordinates | string> {
  if (!('geolocation' in navigator)) return Promise.resolve(GEOLOCATION_FAILED)
  return new Promise(resolve =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(GEOLOCATION_FAILED),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    ),
  )
}
