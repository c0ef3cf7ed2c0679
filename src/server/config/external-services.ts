// External services, opened once at start and called outside transactions.

import { type ApkFinder, createApkFinder, emptyApkFinder } from '#server/files/apk-finder.ts'
import {
  createFakeGeocoder,
  createGeocoder,
  type Geocoder,
  type GeocoderSetting,
} from '#server/geocoding/geocoder.ts'
import type { MapTiles } from '#server/geocoding/map-tiles.ts'
import {
  type CardProcessor,
  type CardProcessorSettings,
  createCardProcessor,
} from '#server/payments/card-processor.ts'
import { createFakeVinDecoder, createVinDecoder, type VinDecoder } from '#server/vin/vin-decoder.ts'

export type ExternalServices = {
  readonly geocoder: Geocoder
  readonly vinDecoder: VinDecoder
  readonly apkFinder: ApkFinder
  /** The map background; null for none. */
  readonly tiles: MapTiles | null
  /** Payments by card; null for none. */
  readonly cards: CardProcessor | null
}

/** The operator's settings; defaults are bundled with the product. */
export type ExternalServiceSettings = {
  readonly geocoder?: GeocoderSetting
  /** The folder with the operator's downloads, which replace the bundled ones. */
  readonly downloadsFolder?: string
  readonly tiles?: MapTiles | null
  readonly cards?: CardProcessorSettings | null
}

/** The real services. Throws an Error with one sentence if one is unusable. */
export const createExternalServices = ({
  geocoder = { kind: 'embedded' },
  downloadsFolder,
  tiles = null,
  cards = null,
}: ExternalServiceSettings): ExternalServices => ({
  geocoder: createGeocoder(geocoder),
  vinDecoder: createVinDecoder(),
  apkFinder: createApkFinder(downloadsFolder),
  tiles,
  cards: cards === null ? null : createCardProcessor(cards),
})

/** Services that are never called, for code that does not need them. */
export const fakeServices: ExternalServices = {
  geocoder: createFakeGeocoder([]),
  vinDecoder: createFakeVinDecoder([]),
  apkFinder: emptyApkFinder,
  tiles: null,
  cards: null,
}
