// Where somebody is, as their browser tells when they press for it and allow it; it is asked at no other time.

import type { Coordinates } from '#domain/customers/customer.ts'

const PATIENCE_MS = 10_000
/** Nobody drives far in five minutes. */
const OLDEST_MS = 5 * 60_000

const FAULT = 'Your browser did not tell us where you are. Type a ZIP code, or a town with its state.'

/** The place, or the sentence that says why there is none. */
export function findSpot(): Promise<Coordinates | string> {
  if (!('geolocation' in navigator)) return Promise.resolve(FAULT)
  return new Promise(resolve =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      () => resolve(FAULT),
      { timeout: PATIENCE_MS, maximumAge: OLDEST_MS },
    ),
  )
}
