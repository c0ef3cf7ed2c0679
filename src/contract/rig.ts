// A customer's RV, as typed and as shown: tickets, bookings, imports and answers pick their fields from here.

import * as z from 'zod'
import { COMPONENT_KIND_LIST } from '#domain/components/component.ts'
import { AXLE_AMOUNTS, SELECT_AXLE_AMOUNT } from '#domain/rigs/rig.ts'
import type { RigField } from '#domain/rigs/rig-fields.ts'
import { line, rigVin, uuid } from './shared-schemas.ts'

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

export const componentKind = z.enum(COMPONENT_KIND_LIST, { error: 'Choose what it is.' })

/** A photo of a plate: paths of the image at 480 and at 1600 pixels at most. */
export const plate = z.object({ small: z.string(), large: z.string() })

/** A component as it is in an RV now. */
export const installedComponent = z.object({
  componentId: uuid,
  kind: componentKind,
  name: z.string(),
  place: z.string(),
  maker: z.string(),
  model: z.string(),
  /** Null if your company does not read it. */
  serial: z.string().nullable(),
  modelYear: z.string(),
  /** Null if the day is unknown. */
  installedOn: z.string().nullable(),
  /** The last day of the maker's warranty; null if this company entered none. */
  warrantyUntil: z.string().nullable(),
  /** The newest photo that your company has of its plate. */
  plate: plate.nullable(),
})
