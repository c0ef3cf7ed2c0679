// Everything that comes from elsewhere, opened once at start and asked outside of any transaction.

import { type AndroidApp, absentAndroidApp, createAndroidApp } from '#server/files/android-app.ts'
import {
  createFakeGeocoder,
  createGeocoder,
  type Geocoder,
  type GeocoderSetting,
} from '#server/geocoding/geocoder.ts'
import type { MapTiles } from '#server/geocoding/map-tiles.ts'
import { createFakeVinDecoder, createVinDecoder, type VinDecoder } from '#server/vin/decoder.ts'

export type ExternalServices = {
  readonly geocoder: Geocoder
  readonly vinDecoder: VinDecoder
  readonly androidApp: AndroidApp
  /** The ground of the map; null for a plain one. */
  readonly tiles: MapTiles | null
}

/** What the operator set; what is left out is what comes with the product. */
export type ExternalServiceSettings = {
  readonly geocoder?: GeocoderSetting
  /** Where the operator puts what people may download, in place of what comes with the product. */
  readonly downloadsFolder?: string
  readonly tiles?: MapTiles | null
}

/** The real ones. Throws an Error with one sentence when one of them cannot be used. */
export const createExternalServices = ({
  geocoder = { kind: 'embedded' },
  downloadsFolder,
  tiles = null,
}: ExternalServiceSettings = {}): ExternalServices => ({
  geocoder: createGeocoder(geocoder),
  vinDecoder: createVinDecoder(),
  androidApp: createAndroidApp(downloadsFolder),
  tiles,
})

/** A world in which nobody answers, for work that asks nothing of it. */
export const fakeServices: ExternalServices = {
  geocoder: createFakeGeocoder([]),
  vinDecoder: createFakeVinDecoder([]),
  androidApp: absentAndroidApp,
  tiles: null,
}
