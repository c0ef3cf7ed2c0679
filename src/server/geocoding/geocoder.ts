// Address suggestions: the company's own past addresses, then a remote provider where one is set,
// then the gazetteer that comes with the product. A remote that fails, hangs or talks nonsense is
// never noticed: it is given a moment, and after a failure left alone for a while.

import type { Coordinates } from '#domain/customers/customer.ts'
import { createGoogleGeocoder } from './google-places.ts'
import { normalizeCity } from './normalize-city.ts'
import { geocode, geocodeOffline, suggestOffline } from './offline.ts'
import { createPhotonGeocoder } from './photon.ts'
import type { RemoteGeocoder, Suggestion } from './types.ts'

/** An address that the company has written on a ticket before. */
export type PastAddress = { readonly address: string; readonly coordinates: Coordinates | null }

export type SuggestOptions = {
  /** What the company has used before and starts with the text; the caller's to find. */
  readonly own?: readonly PastAddress[]
  /** Places near here come first. */
  readonly near?: Coordinates | null
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
}

/** What a place in words was taken for. `name` is null where nobody gave it one. */
export type GeocodeResult = { readonly name: string | null; readonly coordinates: Coordinates }

export type Geocoder = {
  /** What a whole text means, by what comes with the product alone; null where it knows no such place. */
  readonly find: (text: string) => Promise<GeocodeResult | null>
  /** At most MOST_SUGGESTIONS, likeliest first; none for fewer than SHORTEST_TEXT characters. Never rejects over a remote. */
  readonly suggest: (text: string, question?: SuggestOptions) => Promise<readonly Suggestion[]>
}

/** What the operator set. */
export type GeocoderSetting =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'photon'; readonly url: string }
  | { readonly kind: 'google'; readonly key: string }

export const MIN_QUERY_LENGTH = 3
const MAX_SUGGESTIONS = 6
const MAX_PAST_ADDRESSES = 3

type RemoteTimeouts = {
  /** How long a remote may take. */
  readonly timeoutMs: number
  /** How long a remote that failed is not asked again, so that nobody waits for it at every key. */
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

/** Asks `remote` within the limits of patience; empty when it has nothing, now or at all. */
function withCooldown(remote: RemoteGeocoder, { timeoutMs, cooldownMs }: RemoteTimeouts) {
  let coolingDownUntil = 0
  return async (text: string, near: Coordinates | null, signal?: AbortSignal) => {
    if (performance.now() < coolingDownUntil) return []
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      const found = await remote.suggest(
        text,
        near,
        signal === undefined ? limit : AbortSignal.any([limit, signal]),
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

/** The best of each: a known address beats an exact one, an exact one a guessed one, and one guess always stays. */
function mergeSuggestions(
  own: readonly Suggestion[],
  exact: readonly Suggestion[],
  approximate: readonly Suggestion[],
): readonly Suggestion[] {
  const room = MAX_SUGGESTIONS - own.length - Math.min(1, approximate.length)
  const seen = new Set<string>()
  const each = [...own, ...exact.slice(0, room), ...approximate].filter(({ address }) => {
    const folded = normalizeCity(address)
    return !seen.has(folded) && seen.add(folded)
  })
  return each.slice(0, MAX_SUGGESTIONS)
}

/** The chain; `remote` is null where none is set. */
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

/** For tests of those who ask: knows these addresses, and remembers what it was asked. */
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
