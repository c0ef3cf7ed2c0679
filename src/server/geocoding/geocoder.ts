// Address suggestions: the company's own past addresses, then a remote provider where one is set,
// then the gazetteer that comes with the product. A remote that fails, hangs or talks nonsense is
// never noticed: it is given a moment, and after a failure left alone for a while.

import type { Coordinates } from '#domain/customers/customer.ts'
import { googlePlaces } from './google-places.ts'
import { foldName } from './normalize-city.ts'
import { findEmbedded, locate, suggestEmbedded } from './offline.ts'
import { photon } from './photon.ts'
import type { Remote, Suggestion } from './types.ts'

/** An address that the company has written on a ticket before. */
export type OwnAddress = { readonly address: string; readonly coordinates: Coordinates | null }

export type PlacesQuestion = {
  /** What the company has used before and starts with the text; the caller's to find. */
  readonly own?: readonly OwnAddress[]
  /** Places near here come first. */
  readonly near?: Coordinates | null
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined
}

/** What a place in words was taken for. `name` is null where nobody gave it one. */
export type FoundPlace = { readonly name: string | null; readonly coordinates: Coordinates }

export type Places = {
  /** What a whole text means, by what comes with the product alone; null where it knows no such place. */
  readonly find: (text: string) => Promise<FoundPlace | null>
  /** At most MOST_SUGGESTIONS, likeliest first; none for fewer than SHORTEST_TEXT characters. Never rejects over a remote. */
  readonly suggest: (text: string, question?: PlacesQuestion) => Promise<readonly Suggestion[]>
}

/** What the operator set. */
export type PlacesSetting =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'photon'; readonly url: string }
  | { readonly kind: 'google'; readonly key: string }

export const SHORTEST_TEXT = 3
export const MOST_SUGGESTIONS = 6
const MOST_OWN = 3

export type Patience = {
  /** How long a remote may take. */
  readonly limitMs: number
  /** How long a remote that failed is not asked again, so that nobody waits for it at every key. */
  readonly restMs: number
}

const PATIENCE: Patience = { limitMs: 1500, restMs: 30_000 }

const ownSuggestion = ({ address, coordinates }: OwnAddress): Suggestion => ({
  ...{ id: `own ${address}`, label: address, detail: 'Used before', address, coordinates },
  isApproximate: true,
  source: 'own',
})

/** Asks `remote` within the limits of patience; empty when it has nothing, now or at all. */
function patiently(remote: Remote, { limitMs, restMs }: Patience) {
  let restingUntil = 0
  return async (text: string, near: Coordinates | null, signal?: AbortSignal) => {
    if (performance.now() < restingUntil) return []
    const limit = AbortSignal.timeout(limitMs)
    try {
      const found = await remote.suggest(
        text,
        near,
        signal === undefined ? limit : AbortSignal.any([limit, signal]),
      )
      if (remote.mayKeep === 'address and coordinates') return found
      return await Promise.all(
        found.map(async one => ({ ...one, coordinates: await locate(one.address), isApproximate: true })),
      )
    } catch {
      if (!signal?.aborted) restingUntil = performance.now() + restMs
      return []
    }
  }
}

/** The best of each: a known address beats an exact one, an exact one a guessed one, and one guess always stays. */
function merge(
  own: readonly Suggestion[],
  exact: readonly Suggestion[],
  guessed: readonly Suggestion[],
): readonly Suggestion[] {
  const room = MOST_SUGGESTIONS - own.length - Math.min(1, guessed.length)
  const seen = new Set<string>()
  const each = [...own, ...exact.slice(0, room), ...guessed].filter(({ address }) => {
    const folded = foldName(address)
    return !seen.has(folded) && seen.add(folded)
  })
  return each.slice(0, MOST_SUGGESTIONS)
}

/** The chain; `remote` is null where none is set. */
export function chainPlaces(remote: Remote | null, patience = PATIENCE): Places {
  const askRemote = remote === null ? async () => [] : patiently(remote, patience)
  return {
    find: findEmbedded,
    async suggest(text, { own = [], near = null, signal } = {}) {
      if (text.trim().length < SHORTEST_TEXT) return []
      const [exact, guessed] = await Promise.all([
        askRemote(text.trim(), near, signal),
        suggestEmbedded(text, near, MOST_SUGGESTIONS),
      ])
      return merge(own.slice(0, MOST_OWN).map(ownSuggestion), exact, guessed)
    },
  }
}

export function openPlaces(setting: PlacesSetting): Places {
  if (setting.kind === 'photon') return chainPlaces(photon(setting.url))
  return chainPlaces(setting.kind === 'google' ? googlePlaces(setting.key) : null)
}

/** For tests of those who ask: knows these addresses, and remembers what it was asked. */
export function pretendPlaces(known: readonly OwnAddress[]): Places & { readonly asked: PlacesQuestion[] } {
  const asked: PlacesQuestion[] = []
  return {
    asked,
    async find(text) {
      const found = known.find(({ address }) => address.toLowerCase().startsWith(text.trim().toLowerCase()))
      if (found === undefined || found.coordinates === null) return null
      return { name: found.address, coordinates: found.coordinates }
    },
    async suggest(text, question = {}) {
      asked.push(question)
      const start = text.trim().toLowerCase()
      const matching = known.filter(({ address }) => address.toLowerCase().startsWith(start))
      return [...(question.own ?? []), ...matching].map(ownSuggestion)
    },
  }
}
