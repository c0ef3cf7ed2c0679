// What the procedures of billing share.

import * as z from 'zod'
import { TAXABLE_KINDS } from '#domain/billing/tax.ts'
import { MAX_PERCENTAGE, PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import { money, moneyOut, numberError, percentageOut, requiredLine, uuid } from '../shared-schemas.ts'

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

/** Money that changes hands. */
export const amount = money.refine(cents => cents > 0, { error: 'Enter a number greater than 0.' })

/** Either an amount or a percentage. */
export const feePreset = z.object({
  name: requiredLine(120),
  amount: amount.optional(),
  percentage: percentage.optional(),
})

export const feePresetOut = z.object({
  name: z.string(),
  amount: moneyOut.nullable(),
  /** Of the invoice with its tax, before fees. */
  percentage: percentageOut.nullable(),
})

/** A company's own rule for shop supplies. */
export const suppliesRule = z.object({
  /** Of the parts. */
  percentage,
  /** The most for one ticket; null for no limit. */
  cap: money.nullable(),
})

export const taxableKind = z.enum(TAXABLE_KINDS)

export const taxRateOut = z.object({
  taxRateId: uuid,
  name: z.string(),
  percentage: percentageOut,
  appliesTo: z.array(taxableKind).readonly(),
  isDefault: z.boolean(),
})
