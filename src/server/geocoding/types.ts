// What any provider of addresses answers with.

import type { Coordinates } from '#domain/customers/customer.ts'

type SuggestionSource = 'own' | 'embedded' | 'photon' | 'google'

export type Suggestion = {
  /** Unique within one answer. */
  readonly id: string
  /** What the list shows. */
  readonly label: string
  /** A second, smaller line. */
  readonly detail: string | null
  /** What goes into the field. */
  readonly address: string
  readonly coordinates: Coordinates | null
  /** The coordinates are those of the area or the street around it, or nobody knows how exact they are. */
  readonly isApproximate: boolean
  readonly source: SuggestionSource
}

/** A provider that is not on this machine. It may fail, hang or answer nonsense. */
export type RemoteGeocoder = {
  /**
   * What its terms let us keep. `address`: the text that a person chose, never its coordinates;
   * the gazetteer's stand in for them.
   */
  readonly mayStore: 'address and coordinates' | 'address'
  /** Suggestions for the text, best first. Rejects when there is no usable answer. */
  readonly suggest: (
    text: string,
    near: Coordinates | null,
    signal: AbortSignal,
  ) => Promise<readonly Suggestion[]>
}
