// A customer's RV, as typed and as shown: tickets, bookings, imports and answers pick their fields from here.

import * as z from 'zod'
import { AXLE_AMOUNTS, SELECT_AXLE_AMOUNT } from '#domain/rigs/rig.ts'
import type { RigField } from '#domain/rigs/rig-fields.ts'
import { line, rigVin } from './shared-schemas.ts'

export const axleAmount = z.enum(AXLE_AMOUNTS, { error: SELECT_AXLE_AMOUNT })

/** As the desk types one. */
export const typedRig = z.object({
  vin: rigVin,
  make: line(80),
  model: line(80),
  year: line(10),
  axleAmount,
} satisfies Record<RigField, z.ZodType>)

/** As shown. */
export const rig = z.object({
  make: z.string(),
  model: z.string(),
  year: z.string(),
  vin: z.string(),
  axleAmount: axleAmount.nullable(),
} satisfies Record<RigField, z.ZodType>)

/** In the order of lists that begin with the VIN. */
export const listedRig = rig.pick({ vin: true, make: true, model: true, year: true })
