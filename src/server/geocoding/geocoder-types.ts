// The results of address providers.

import type { Coordinates } from '#domain/customers/customer.ts'

type SuggestionSource = 'own' | 'embedded' | 'photon' | 'google'

export type Suggestion = {
  /** Unique within one response. */
  readonly id: string
  /** Shown in the list. */
  readonly label: string
  /** A second, smaller line. */
  readonly detail: string | null
  /** The text for the field. */
  readonly address: string
  readonly coordinates: Coordinates | null
  /** The coordinates are those of the area or street, or of unknown precision. */
  readonly isApproximate: boolean
  readonly source: SuggestionSource
}

/** A remote provider. It may fail, hang or send invalid data. */
export type RemoteGeocoder = {
  /**
   * What its terms allow storing. `address`: the text that a person chose, never its coordinates; the gazetteer's
   * replace them.
   */
  readonly mayStore: 'address and coordinates' | 'address'
  /** Suggestions for the text, best first. Rejects without a usable response. */
  readonly suggest: (
    text: string,
    near: Coordinates | null,
    signal: AbortSignal,
  ) => Promise<readonly Suggestion[]>
}
