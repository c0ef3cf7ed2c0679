import type { Coordinates } from '#domain/customers/customer.ts'

export type CoordinateColumns = { readonly latitude: number | null; readonly longitude: number | null }

/** Null unless both are known. */
export const toCoordinates = ({ latitude, longitude }: CoordinateColumns): Coordinates | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

export const toCoordinateColumns = (coordinates: Coordinates | null): CoordinateColumns => ({
  latitude: coordinates?.latitude ?? null,
  longitude: coordinates?.longitude ?? null,
})
