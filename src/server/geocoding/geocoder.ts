// Address suggestions: the company's past addresses, then an optional remote provider, then the bundled gazetteer. A
// remote that fails, hangs or sends invalid data goes unnoticed: it has a short timeout, and is skipped for a while
// after a failure.

import type { Coordinates } from '#domain/customers/customer.ts'
import type { RemoteGeocoder, Suggestion } from './geocoder-types.ts'
import { createGoogleGeocoder } from './google-geocoder.ts'
import { normalizeCity } from './normalize-city.ts'
import { geocode, geocodeOffline, suggestOffline } from './offline-geocoder.ts'
import { createPhotonGeocoder } from './photon-geocoder.ts'

/** An address the company used on an earlier ticket. */
export type PastAddress = { readonly address: string; readonly coordinates: Coordinates | null }

export type SuggestOptions = {
  /** The company's past addresses that start with the text; found by the caller. */
  readonly own?: readonly PastAddress[]
  /** Locations near here come first. */
  readonly near?: Coordinates | null
  /** Aborted when the answer is no longer needed. */
  readonly signal?: AbortSignal | undefined
}

/** The meaning of a location in words. `name` is null if it was given as coordinates. */
export type GeocodeResult = { readonly name: string | null; readonly coordinates: Coordinates }

export type Geocoder = {
  /** The location a whole text means, by bundled data only; null if unknown. */
  readonly find: (text: string) => Promise<GeocodeResult | null>
  /**
   * At most MAX_SUGGESTIONS, likeliest first; none for fewer than MIN_QUERY_LENGTH characters. Never rejects because
   * of a remote.
   */
  readonly suggest: (text: string, options?: SuggestOptions) => Promise<readonly Suggestion[]>
}

/** The operator's setting. */
export type GeocoderSetting =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'photon'; readonly url: string }
  | { readonly kind: 'google'; readonly key: string }

export const MIN_QUERY_LENGTH = 3
const MAX_SUGGESTIONS = 6
const MAX_PAST_ADDRESSES = 3

type RemoteTimeouts = {
  readonly timeoutMs: number
  /** How long a failed remote is skipped, so that typing does not wait for it. */
  readonly cooldownMs: number
}

const DEFAULT_TIMEOUTS: RemoteTimeouts = { timeoutMs: 1500, cooldownMs: 30_000 }

const pastAddressSuggestion = ({ address, coordinates }: PastAddress): Suggestion => ({
  id: `own ${address}`,
  label: address,
  detail: 'Used before',
  address,
  coordinates,
  isApproximate: true,
  source: 'own',
})

/** Calls `remote` with its timeout and cooldown; empty if it has nothing or is skipped. */
function withCooldown(remote: RemoteGeocoder, { timeoutMs, cooldownMs }: RemoteTimeouts) {
  let coolingDownUntil = 0
  return async (text: string, near: Coordinates | null, signal?: AbortSignal) => {
    if (performance.now() < coolingDownUntil) return []
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const found = await remote.suggest(
        text,
        near,
        signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      )
      if (remote.mayStore === 'address and coordinates') return found
      return await Promise.all(
        found.map(async one => ({ ...one, coordinates: await geocode(one.address), isApproximate: true })),
      )
    } catch {
      if (!signal?.aborted) coolingDownUntil = performance.now() + cooldownMs
      return []
    }
  }
}

/** Merges suggestions: past addresses first, then exact ones, then guesses, of which one always stays. */
function mergeSuggestions(
  own: readonly Suggestion[],
  exact: readonly Suggestion[],
  approximate: readonly Suggestion[],
): readonly Suggestion[] {
  const room = MAX_SUGGESTIONS - own.length - Math.min(1, approximate.length)
  const seen = new Set<string>()
  const merged = [...own, ...exact.slice(0, room), ...approximate].filter(({ address }) => {
    const folded = normalizeCity(address)
    return !seen.has(folded) && seen.add(folded)
  })
  return merged.slice(0, MAX_SUGGESTIONS)
}

/** The chain; `remote` is null without a provider. */
export function createGeocoderChain(remote: RemoteGeocoder | null, timeouts = DEFAULT_TIMEOUTS): Geocoder {
  const suggestRemotely = remote === null ? async () => [] : withCooldown(remote, timeouts)
  return {
    find: geocodeOffline,
    async suggest(text, { own = [], near = null, signal } = {}) {
      if (text.trim().length < MIN_QUERY_LENGTH) return []
      const [exact, approximate] = await Promise.all([
        suggestRemotely(text.trim(), near, signal),
        suggestOffline(text, near, MAX_SUGGESTIONS),
      ])
      return mergeSuggestions(own.slice(0, MAX_PAST_ADDRESSES).map(pastAddressSuggestion), exact, approximate)
    },
  }
}

export function createGeocoder(setting: GeocoderSetting): Geocoder {
  if (setting.kind === 'photon') return createGeocoderChain(createPhotonGeocoder(setting.url))
  return createGeocoderChain(setting.kind === 'google' ? createGoogleGeocoder(setting.key) : null)
}

/** For tests of callers: returns these addresses, and records its calls. */
export function createFakeGeocoder(
  known: readonly PastAddress[],
): Geocoder & { readonly queries: SuggestOptions[] } {
  const queries: SuggestOptions[] = []
  return {
    queries,
    async find(text) {
      const found = known.find(({ address }) => address.toLowerCase().startsWith(text.trim().toLowerCase()))
      if (found === undefined || found.coordinates === null) return null
      return { name: found.address, coordinates: found.coordinates }
    },
    async suggest(text, query = {}) {
      queries.push(query)
      const start = text.trim().toLowerCase()
      const matching = known.filter(({ address }) => address.toLowerCase().startsWith(start))
      return [...(query.own ?? []), ...matching].map(pastAddressSuggestion)
    },
  }
}
