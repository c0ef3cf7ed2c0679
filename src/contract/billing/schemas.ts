// What the procedures of billing share.

import * as z from 'zod'
import { MAX_PERCENTAGE, PERCENTAGE_SCALE, TAXABLE_KINDS } from '#domain/billing/tax.ts'
import { type Cents, fromDollars, isWholeCents, toDollars } from '#domain/lib/money.ts'
import { money, numberError, uuid } from '../shared-schemas.ts'

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

/** Dollars on the wire, cents inside, negative too: what is expected of a day with more refunds than payments. */
export const signedMoney = z.codec(
  z
    .number({ error: numberError })
    .min(-10_000_000, { error: 'Enter −10,000,000 or more.' })
    .max(10_000_000, { error: 'Enter at most 10,000,000.' })
    .refine(isWholeCents, { error: 'Use no more than 2 decimal places.' }),
  z.custom<Cents>(Number.isSafeInteger),
  { decode: fromDollars, encode: toDollars },
)

/** Money that changes hands. */
export const amount = money.refine(cents => cents > 0, { error: 'Enter a number greater than 0.' })

export const taxableKind = z.enum(TAXABLE_KINDS)

export const taxRateOut = z.object({
  taxRateId: uuid,
  name: z.string(),
  percentage: percentageOut,
  appliesTo: z.array(taxableKind).readonly(),
  isDefault: z.boolean(),
})
