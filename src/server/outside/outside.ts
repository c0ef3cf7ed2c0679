// Everything that comes from elsewhere, opened once at start and asked outside of any transaction.

import { openPlaces, type Places, type PlacesSetting, pretendPlaces } from './places.ts'
import { openVinDecoder, pretendVinDecoder, type VinDecoder } from './vin-decoder.ts'

export type Outside = { readonly places: Places; readonly vinDecoder: VinDecoder }

/** What the operator set; what is left out is what comes with the product. */
export type OutsideSettings = { readonly places?: PlacesSetting }

/** The real ones. Throws an Error with one sentence when one of them cannot be used. */
export const openOutside = ({ places = { kind: 'embedded' } }: OutsideSettings = {}): Outside => ({
  places: openPlaces(places),
  vinDecoder: openVinDecoder(),
})

/** A world in which nobody answers, for work that asks nothing of it. */
export const silentOutside: Outside = { places: pretendPlaces([]), vinDecoder: pretendVinDecoder([]) }
