// What the procedures of billing share.

import * as z from 'zod'
import { BOOKING_PAYMENT_KINDS, MIN_CARD_PAYMENT } from '#domain/billing/booking-payment.ts'
import { FEE_INTERVALS, MAX_CANCELLATION_HOURS, MAX_FEE_DAYS } from '#domain/billing/fee-rules.ts'
import { PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { TAXABLE_KINDS } from '#domain/billing/tax.ts'
import { ESTIMATE_STEP } from '#domain/lib/hours.ts'
import { NO_MONEY } from '#domain/lib/money.ts'
import { formatPercentage, MAX_PERCENTAGE, PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import {
  CLOCK_DIRECTIONS,
  CLOCK_ROUNDINGS,
  CLOCK_STARTS,
  CLOCK_UNITS,
  MAX_CLOCK_MINIMUM,
} from '#domain/pricing/clock-rule.ts'
import { MAX_MILES, MAX_TRIP_BANDS } from '#domain/pricing/trip.ts'
import { proceduresTagged } from '../procedure/procedure.ts'
import { amount, money, moneyOut, numberError, percentageOut, requiredLine, uuid } from '../shared-schemas.ts'

export const procedure = proceduresTagged('Billing')

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

const wholeDays = (min: number) =>
  z
    .number({ error: numberError })
    .int({ error: 'Enter whole days.' })
    .min(min, { error: `Enter ${min} or more.` })
    .max(MAX_FEE_DAYS, { error: `Enter ${MAX_FEE_DAYS} days or less.` })

/** How many hours before an appointment a cancellation still costs nothing. */
const hoursBefore = (min: number) =>
  z
    .number({ error: numberError })
    .int({ error: 'Enter whole hours.' })
    .min(min, { error: `Enter ${min} or more.` })
    .max(MAX_CANCELLATION_HOURS, { error: `Enter ${MAX_CANCELLATION_HOURS} hours or less.` })

/** What customers pay by card when booking. */
export const bookingPayment = z.object({
  kind: z.enum(BOOKING_PAYMENT_KINDS, { error: 'Choose a call fee or a deposit.' }),
  amount: amount.refine(cents => cents >= MIN_CARD_PAYMENT, { error: 'Enter at least $0.50.' }),
  /** A customer who cancels so many hours before the appointment gets it back. */
  hoursBefore: hoursBefore(0),
})

/** Fees that are proposed by rule; null for none. */
export const feeRules = z
  .object({
    /** Each method once; `cap` is the highest percentage that the owner allows. */
    methods: z
      .array(
        z.object({
          method: z.enum(PAYMENT_METHODS, { error: 'Select how it is paid.' }),
          percentage,
          cap: percentage.nullable(),
        }),
      )
      .max(PAYMENT_METHODS.length, { error: 'Enter each way to pay once.' }),
    /** Either an amount, or a percentage of what is open. */
    late: z
      .object({
        /** Past due. */
        afterDays: wholeDays(1),
        amount: amount.nullable(),
        percentage: percentage.nullable(),
        every: z.enum(FEE_INTERVALS, { error: 'Choose once or each month.' }),
      })
      .nullable(),
    /** `freeDays` are from Finalize until the RV is to be picked up. */
    storage: z.object({ freeDays: wholeDays(0), perDay: amount }).nullable(),
    noShow: amount.nullable(),
    /** Of an appointment that the customer cancels less than `hoursBefore` before it. */
    lateCancellation: z
      .object({
        hoursBefore: hoursBefore(1),
        amount,
      })
      .nullable(),
  })
  .check(({ value: { methods, late }, issues }) => {
    const addIssue = (path: PropertyKey[], message: string) =>
      issues.push({ code: 'custom', path, input: undefined, message })
    for (const [index, { method, percentage: added, cap }] of methods.entries()) {
      if (cap !== null && added > cap)
        addIssue(['methods', index, 'percentage'], `You allow at most ${formatPercentage(cap)}.`)
      if (methods.findIndex(each => each.method === method) < index)
        addIssue(['methods', index, 'method'], 'Enter each way to pay once.')
    }
    if (late !== null && (late.amount === null) === (late.percentage === null))
      addIssue(['late', 'amount'], 'Enter an amount or a percentage.')
  })

/** A fee by rule that may be added now. */
export const proposedFee = z.object({
  key: z.string(),
  name: z.string(),
  amount: moneyOut,
  /** The invoice that is paid late; null for a fee of the ticket. */
  invoiceId: uuid.nullable(),
})

export const methodFeeOut = z.object({ method: z.enum(PAYMENT_METHODS), percentage: percentageOut })

export const feeRulesOut = z.object({
  methods: z.array(methodFeeOut.extend({ cap: percentageOut.nullable() })).readonly(),
  late: z
    .object({
      afterDays: z.number().int(),
      amount: moneyOut.nullable(),
      percentage: percentageOut.nullable(),
      every: z.enum(FEE_INTERVALS),
    })
    .nullable(),
  storage: z.object({ freeDays: z.number().int(), perDay: moneyOut }).nullable(),
  noShow: moneyOut.nullable(),
  lateCancellation: z.object({ hoursBefore: z.number().int(), amount: moneyOut }).nullable(),
})

/** A company's own rule for shop supplies. */
export const suppliesRule = z.object({
  /** Of the parts. */
  percentage,
  /** The most for one ticket; null for no limit. */
  cap: money.nullable(),
})

/** How job lines are billed by the clock. */
export const clockRule = z.object({
  /** Hours charged at least. */
  minimum: z
    .number({ error: numberError })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_CLOCK_MINIMUM, { error: `Enter ${MAX_CLOCK_MINIMUM} hours or less.` })
    .multipleOf(ESTIMATE_STEP, { error: 'Use quarter-hour increments.' })
    .default(0),
  rounding: z.enum(CLOCK_ROUNDINGS, { error: 'Choose how time is rounded.' }).default('none'),
  direction: z.enum(CLOCK_DIRECTIONS, { error: 'Choose up or nearest.' }).default('up'),
  start: z.enum(CLOCK_STARTS, { error: 'Choose when the clock starts.' }).default('clock-in'),
  per: z.enum(CLOCK_UNITS, { error: 'Choose what the minimum is for.' }).default('visit'),
  /** Percent of the hours of everyone but the first to clock in on a visit. */
  otherPeople: z
    .number({ error: numberError })
    .int({ error: 'Enter a whole number.' })
    .min(0, { error: 'Enter 0 or more.' })
    .max(100, { error: 'Enter 100 or less.' })
    .default(100),
})

const miles = z
  .number({ error: numberError })
  .min(0, { error: 'Enter 0 or more.' })
  .max(MAX_MILES, { error: () => `Enter at most ${MAX_MILES.toLocaleString('en-US')} miles.` })
  .refine(count => Math.abs(count * 10 - Math.round(count * 10)) < 1e-6, {
    error: 'Use no more than 1 decimal place.',
  })

/** What the company charges for trips. Without bands a trip is charged by the mile. */
export const tripRules = z
  .object({
    kind: z.enum(['per-mile', 'bands'], { error: 'Choose how trips are charged.' }),
    freeMiles: miles.default(0),
    perMile: money.default(NO_MONEY),
    ways: z.enum(['one-way', 'both-ways'], { error: 'Choose one way or both ways.' }).default('one-way'),
    /** Nearest first. */
    bands: z
      .array(z.object({ upTo: miles, amount: money }))
      .max(MAX_TRIP_BANDS, { error: `Enter at most ${MAX_TRIP_BANDS} bands.` })
      .default([]),
    minimum: money.default(NO_MONEY),
    /** Of a first trip; 100 for the same. */
    returnPercentage: percentage.default(MAX_PERCENTAGE),
    afterHours: money.default(NO_MONEY),
  })
  .check(({ value: { kind, bands }, issues }) => {
    if (kind === 'bands' && bands.length === 0)
      issues.push({ code: 'custom', path: ['bands'], input: bands, message: 'Add at least one band.' })
    for (const [index, { upTo }] of bands.entries())
      if (index > 0 && upTo <= (bands[index - 1]?.upTo ?? 0))
        issues.push({
          code: 'custom',
          path: ['bands', index, 'upTo'],
          input: upTo,
          message: 'Enter more miles than in the band before.',
        })
  })

export const taxableKind = z.enum(TAXABLE_KINDS)

export const taxRateOut = z.object({
  taxRateId: uuid,
  name: z.string(),
  percentage: percentageOut,
  appliesTo: z.array(taxableKind).readonly(),
  isDefault: z.boolean(),
})

/** The customer's certificate of tax exemption from an earlier invoice; null without one. */
export const customerExemption = z
  .object({ certificateNumber: z.string(), expiresOn: z.string(), isExpired: z.boolean() })
  .nullable()
