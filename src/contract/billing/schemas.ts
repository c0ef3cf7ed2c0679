// What the procedures of billing share.

import * as z from 'zod'
import { MAX_PERCENTAGE, PERCENTAGE_SCALE, TAXABLE_KINDS } from '#domain/billing/tax.ts'
import { numberError, uuid } from '../shared-schemas.ts'

export const tags = ['Billing']

const isScaled = (percent: number): boolean =>
  Math.abs(percent * PERCENTAGE_SCALE - Math.round(percent * PERCENTAGE_SCALE)) < 1e-6

/** Percent on the wire, ten-thousandths of a percent inside. */
export const percentage = z.codec(
  z
    .number({ error: numberError })
    .min(0, { error: 'Enter 0 or more.' })
    .max(100, { error: 'Enter 100 or less.' })
    .refine(isScaled, { error: 'Use no more than 4 decimal places.' }),
  z.int().min(0).max(MAX_PERCENTAGE),
  {
    decode: percent => Math.round(percent * PERCENTAGE_SCALE),
    encode: percentage => percentage / PERCENTAGE_SCALE,
  },
)

export const percentageOut = z
  .int()
  .transform(percentage => percentage / PERCENTAGE_SCALE)
  .pipe(z.number())

export const taxableKind = z.enum(TAXABLE_KINDS)

export const taxRateOut = z.object({
  taxRateId: uuid,
  name: z.string(),
  percentage: percentageOut,
  appliesTo: z.array(taxableKind).readonly(),
  isDefault: z.boolean(),
})
