// How a company bills, which is off until the owner turns it on: its terms and tax rates.

import * as z from 'zod'
import {
  MAX_DOCUMENT_NUMBER,
  MAX_FOOT_TEXT_LENGTH,
  MAX_PAYMENT_TERMS_DAYS,
  MAX_PREFIX_LENGTH,
} from '#domain/billing/settings.ts'
import { TAXABLE_KINDS } from '#domain/billing/tax.ts'
import {
  base,
  done,
  line,
  money,
  moneyOut,
  numberError,
  requiredLine,
  text,
  uuid,
} from '../shared-schemas.ts'
import { percentage, tags, taxableKind, taxRateOut } from './schemas.ts'

const documentNumber = z
  .number({ error: numberError })
  .int({ error: 'Enter a whole number.' })
  .min(1, { error: 'Enter 1 or more.' })
  .max(MAX_DOCUMENT_NUMBER, { error: () => `Enter at most ${MAX_DOCUMENT_NUMBER.toLocaleString('en-US')}.` })

const settings = z.object({
  isOn: z.boolean(),
  /** Put before the number of an invoice. */
  invoicePrefix: z.string(),
  nextInvoiceNumber: z.number().int(),
  creditNotePrefix: z.string(),
  nextCreditNoteNumber: z.number().int(),
  /** Days from the invoice until it is due; 0 is on receipt. */
  paymentTermsDays: z.number().int(),
  footText: z.string(),
  /** What a service writer may take off one invoice; null for no limit. */
  discountLimit: moneyOut.nullable(),
  taxRates: z.array(taxRateOut).readonly(),
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
    discountLimit: money.nullable(),
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
  getSettings: base
    .route({ method: 'GET', path: '/company/billing', summary: 'Get how your company bills', tags })
    .output(settings),
  turnOn: base
    .route({ method: 'POST', path: '/company/billing/turn-on', summary: 'Turn on billing', tags })
    .output(done),
  changeSettings: base
    .route({ method: 'PATCH', path: '/company/billing', summary: 'Change how your company bills', tags })
    .input(billingChange)
    .output(done),
  connectCards: base
    .route({
      method: 'POST',
      path: '/company/billing/cards',
      summary: 'Connect your Stripe account, or see whether it is complete',
      tags,
    })
    .output(
      z.object({
        isReady: z.boolean(),
        /** Where the account is completed; null once it is. */
        url: z.string().nullable(),
      }),
    ),
  addTaxRate: base
    .route({
      method: 'POST',
      path: '/company/tax-rates',
      successStatus: 201,
      summary: 'Add a tax rate',
      tags,
    })
    .input(newTaxRate)
    .output(taxRateId),
  changeTaxRate: base
    .route({
      method: 'PUT',
      path: '/company/tax-rates/{taxRateId}',
      summary: 'Change a tax rate; issued invoices keep theirs',
      tags,
    })
    .input(newTaxRate.extend({ taxRateId: uuid }))
    .output(done),
  archiveTaxRate: base
    .route({
      method: 'DELETE',
      path: '/company/tax-rates/{taxRateId}',
      summary: 'Archive a tax rate; issued invoices keep theirs',
      tags,
    })
    .input(taxRateId)
    .output(done),
}
