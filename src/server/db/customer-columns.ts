// A customer's columns, which are the same in each table that has them.

import type { Coordinates } from '#domain/customers/customer.ts'
import { CUSTOMER_FIELDS } from '#domain/customers/customer-fields.ts'
import { type CoordinateColumns, toCoordinateColumns, toCoordinates } from './coordinate-columns.ts'

export const CUSTOMER_COLUMNS = [...CUSTOMER_FIELDS, 'latitude', 'longitude'] as const

/** The columns with their coordinates as one value. */
export const fromCustomerColumns = <Columns extends CoordinateColumns>({
  latitude,
  longitude,
  ...columns
}: Columns) => ({ ...columns, coordinates: toCoordinates({ latitude, longitude }) })

export const toCustomerColumns = <Customer extends { readonly coordinates: Coordinates | null }>({
  coordinates,
  ...customer
}: Customer) => ({ ...customer, ...toCoordinateColumns(coordinates) })
