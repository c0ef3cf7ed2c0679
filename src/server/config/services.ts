// Everything that comes from elsewhere, opened once at start and asked outside of any transaction.

import { type AndroidApp, absentAndroidApp, openAndroidApp } from '#server/files/android-app.ts'
import { openPlaces, type Places, type PlacesSetting, pretendPlaces } from '#server/geocoding/geocoder.ts'
import type { Tiles } from '#server/http/map-tiles.ts'
import { openVinDecoder, pretendVinDecoder, type VinDecoder } from '#server/vin/decoder.ts'

export type Outside = {
  readonly places: Places
  readonly vinDecoder: VinDecoder
  readonly androidApp: AndroidApp
  /** The ground of the map; null for a plain one. */
  readonly tiles: Tiles | null
}

/** What the operator set; what is left out is what comes with the product. */
export type OutsideSettings = {
  readonly places?: PlacesSetting
  /** Where the operator puts what people may download, in place of what comes with the product. */
  readonly downloadsFolder?: string
  readonly tiles?: Tiles | null
}

/** The real ones. Throws an Error with one sentence when one of them cannot be used. */
export const openOutside = ({
  places = { kind: 'embedded' },
  downloadsFolder,
  tiles = null,
}: OutsideSettings = {}): Outside => ({
  places: openPlaces(places),
  vinDecoder: openVinDecoder(),
  androidApp: openAndroidApp(downloadsFolder),
  tiles,
})

/** A world in which nobody answers, for work that asks nothing of it. */
export const silentOutside: Outside = {
  places: pretendPlaces([]),
  vinDecoder: pretendVinDecoder([]),
  androidApp: absentAndroidApp,
  tiles: null,
}
