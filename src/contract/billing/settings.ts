// How a company bills, which is off until the owner turns it on: its terms and tax rates.

import * as z from 'zod'
import { MAX_FEE_PRESETS } from '#domain/billing/fee.ts'
import {
  MAX_DOCUMENT_NUMBER,
  MAX_FOOT_TEXT_LENGTH,
  MAX_PAYMENT_TERMS_DAYS,
  MAX_PREFIX_LENGTH,
  MAX_REMINDER_DAYS,
  MAX_RETENTION_YEARS,
  PAGE_SIZES,
} from '#domain/billing/settings.ts'
import { TAXABLE_KINDS } from '#domain/billing/tax.ts'
import { MAX_LABOR_RATES, MAX_RATE_NAME_LENGTH } from '#domain/pricing/labor-rate.ts'
import { HOUR, limit, rateLimit } from '../procedure/procedure.ts'
import {
  amount,
  bookingPaymentOut,
  clockRuleOut,
  done,
  line,
  money,
  moneyOut,
  namedRateOut,
  numberError,
  requiredLine,
  suppliesRuleOut,
  text,
  tripRulesOut,
  uuid,
} from '../shared-schemas.ts'
import {
  bookingPayment,
  clockRule,
  feePreset,
  feePresetOut,
  feeRules,
  feeRulesOut,
  percentage,
  procedure,
  suppliesRule,
  taxableKind,
  taxRateOut,
  tripRules,
} from './pricing-schemas.ts'

const documentNumber = z
  .number({ error: numberError })
  .int({ error: 'Enter a whole number.' })
  .min(1, { error: 'Enter 1 or more.' })
  .max(MAX_DOCUMENT_NUMBER, { error: () => `Enter at most ${MAX_DOCUMENT_NUMBER.toLocaleString('en-US')}.` })

export const billingSettingsOut = z.object({
  isOn: z.boolean(),
  /** Put before the number of an invoice. */
  invoicePrefix: z.string(),
  nextInvoiceNumber: z.number().int(),
  creditNotePrefix: z.string(),
  nextCreditNoteNumber: z.number().int(),
  /** Days from the invoice until it is due; 0 is on receipt. */
  paymentTermsDays: z.number().int(),
  footText: z.string(),
  /** Of documents as PDF. */
  pageSize: z.enum(PAGE_SIZES),
  /** What a service writer may take off one invoice; null for no limit. */
  discountLimit: moneyOut.nullable(),
  /** Offered on invoices. */
  feePresets: z.array(feePresetOut).readonly(),
  /** Proposed by rule, each null or empty until it is set. */
  feeRules: feeRulesOut,
  /** What customers pay by card when booking; null for nothing. */
  bookingPayment: bookingPaymentOut.nullable(),
  /** Its own rule for shop supplies; null for 10 % of the parts. */
  shopSupplies: suppliesRuleOut.nullable(),
  /** Besides the company's own. */
  laborRates: z.array(namedRateOut).readonly(),
  /** How job lines are billed by the clock; null if none can be. */
  clockRule: clockRuleOut.nullable(),
  /** Whether new job lines are, in place of hours as estimated. */
  newJobsByClock: z.boolean(),
  /** Whether a job line may have a flat price. */
  offersFlatPrice: z.boolean(),
  /** What mobile visits are charged for the trip; null without rules. */
  tripRules: tripRulesOut.nullable(),
  /** After so many years, an invoice no longer says who it was for. */
  retentionYears: z.number().int(),
  /** Days past due after which the customer is reminded by email; null for never. */
  reminderDays: z.number().int().nullable(),
  taxRates: z.array(taxRateOut).readonly(),
  /** The service writers who can log in. */
  writers: z
    .array(
      z.object({
        employeeId: uuid,
        name: z.string(),
        /** Whether the owner lets them refund, issue credit notes and discount beyond the limit. */
        mayCorrect: z.boolean(),
      }),
    )
    .readonly(),
  /** Payments by card online; null where the operator has not set them up. */
  cards: z.object({ isConnected: z.boolean(), isReady: z.boolean() }).nullable(),
})

/** Omitted fields stay. */
export const billingChange = z
  .object({
    invoicePrefix: line(MAX_PREFIX_LENGTH),
    nextInvoiceNumber: documentNumber,
    creditNotePrefix: line(MAX_PREFIX_LENGTH),
    nextCreditNoteNumber: documentNumber,
    paymentTermsDays: z
      .number({ error: numberError })
      .int({ error: 'Enter whole days.' })
      .min(0, { error: 'Enter 0 or more.' })
      .max(MAX_PAYMENT_TERMS_DAYS, { error: `Enter ${MAX_PAYMENT_TERMS_DAYS} days or less.` }),
    footText: text(MAX_FOOT_TEXT_LENGTH),
    pageSize: z.enum(PAGE_SIZES, { error: 'Choose Letter or A4.' }),
    discountLimit: money.nullable(),
    /** Counts in the totals of tickets that are not finalized; null for 10 % of the parts. */
    shopSupplies: suppliesRule.nullable(),
    /** Shown to customers before they book; null for none. */
    tripRules: tripRules.nullable(),
    /** All of them, besides the company's own. */
    laborRates: z
      .array(z.object({ laborRateId: uuid, name: requiredLine(MAX_RATE_NAME_LENGTH), amount }))
      .max(MAX_LABOR_RATES, { error: `Keep at most ${MAX_LABOR_RATES} labor rates.` }),
    /** Counts for job lines it is chosen for from then on; null for none by the clock. */
    clockRule: clockRule.nullable(),
    newJobsByClock: z.boolean(),
    offersFlatPrice: z.boolean(),
    /** All of them. */
    feePresets: z.array(feePreset).max(MAX_FEE_PRESETS, { error: `Keep at most ${MAX_FEE_PRESETS} fees.` }),
    /** All of them; those that are null or left out of `methods` are off. */
    feeRules,
    /** Shown to customers before they book, and for bookings made from then on; null for nothing. */
    bookingPayment: bookingPayment.nullable(),
    retentionYears: z
      .number({ error: numberError })
      .int({ error: 'Enter whole years.' })
      .min(1, { error: 'Enter 1 or more.' })
      .max(MAX_RETENTION_YEARS, { error: `Enter ${MAX_RETENTION_YEARS} years or less.` }),
    reminderDays: z
      .number({ error: numberError })
      .int({ error: 'Enter whole days.' })
      .min(1, { error: 'Enter 1 or more.' })
      .max(MAX_REMINDER_DAYS, { error: `Enter ${MAX_REMINDER_DAYS} days or less.` })
      .nullable(),
  })
  .partial()

export const newTaxRate = z.object({
  name: requiredLine(60),
  percentage,
  appliesTo: z
    .array(taxableKind)
    .min(1, { error: 'Choose at least one.' })
    .max(TAXABLE_KINDS.length, { error: 'Choose each once.' }),
  isDefault: z.boolean().default(false),
})

const taxRateId = z.object({ taxRateId: uuid })

export const billingSettings = {
  getSettings: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company/billing', summary: 'Get how your company bills' })
    .output(billingSettingsOut),
  turnOn: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/company/billing/turn-on', summary: 'Turn on billing' })
    .output(done),
  turnOff: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/company/billing/turn-off',
      summary: 'Turn off billing, once nothing is owed or held',
    })
    .output(done),
  changeSettings: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'PATCH', path: '/company/billing', summary: 'Change how your company bills' })
    .input(billingChange)
    .output(done),
  setCorrections: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/company/billing/writers/{employeeId}',
      summary: 'Let a service writer refund, issue credit notes and discount beyond the limit, or end that',
    })
    .input(z.object({ employeeId: uuid, mayCorrect: z.boolean() }))
    .output(done),
  connectCards: procedure({
    permission: 'company.change',
    rateLimit: rateLimit(
      'server',
      limit('company', 30, HOUR, 'An owner who comes back a few times; each asks the payment service.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/company/billing/cards',
      summary: 'Connect your Stripe account, or see whether it is complete',
    })
    .output(
      z.object({
        isReady: z.boolean(),
        /** Where the account is completed; null once it is. */
        url: z.string().nullable(),
      }),
    ),
  addTaxRate: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/company/tax-rates', successStatus: 201, summary: 'Add a tax rate' })
    .input(newTaxRate)
    .output(taxRateId),
  changeTaxRate: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/company/tax-rates/{taxRateId}',
      summary: 'Change a tax rate; issued invoices keep theirs',
    })
    .input(newTaxRate.extend({ taxRateId: uuid }))
    .output(done),
  archiveTaxRate: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/company/tax-rates/{taxRateId}',
      summary: 'Archive a tax rate; issued invoices keep theirs',
    })
    .input(taxRateId)
    .output(done),
}
