// What a company's billing must be like to come along. Settings and rates are checked by the contract; what was issued is
// checked whole, because it is never edited here either.

import * as z from 'zod'
import { signedMoney } from '#contract/billing/schemas.ts'
import { billingChange, newTaxRate } from '#contract/billing/settings.ts'
import { amount, day, isStorableText, ticketId } from '#contract/shared-schemas.ts'
import { BOOKKEEPING_TARGETS, MAX_EXPORTED_ENTRIES } from '#domain/billing/bookkeeping.ts'
import { ENTRY_CAUSES, ENTRY_KINDS, PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { MAX_DOCUMENT_NUMBER, MAX_PREFIX_LENGTH } from '#domain/billing/settings.ts'
import { TAXABLE_KINDS } from '#domain/billing/tax.ts'
import type { Cents } from '#domain/lib/money.ts'
import { MAX_PERCENTAGE } from '#domain/lib/percentage.ts'
import { checkOf } from './checks.ts'

/** Text as it was issued: nothing of it is trimmed or cut. */
const words = (maxLength = 4000) => z.string().max(maxLength).refine(isStorableText)
const cents = z.custom<Cents>(value => Number.isSafeInteger(value) && Number(value) >= 0)
const percentage = z.int().min(0).max(MAX_PERCENTAGE)
const at = z.int().min(Date.UTC(2000, 0)).max(Date.UTC(3000, 0))
const atOrNever = at.nullish().transform(ms => ms ?? null)
const uuid = z.uuid().toLowerCase()
const lineId = words(80)
const byLine = <T extends z.ZodType>(value: T) => z.record(lineId, value)

const seller = z.object({
  companyName: words(),
  companyPhone: words(),
  companyAddress: words().nullable(),
  email: words(),
})
const payer = z.object({ name: words(), address: words() })

const invoiceDocument = z.object({
  seller,
  payer,
  rig: z.object({ vin: words(), make: words(), model: words(), year: words() }),
  jobs: z.array(z.object({ jobNumber: z.int(), problem: words(), cause: words(), correction: words() })),
  lines: z.array(
    z.object({
      lineId,
      kind: z.enum([...TAXABLE_KINDS, 'fee']),
      description: words(),
      jobNumber: z.int().nullable(),
      quantity: z.number().nullable(),
      amount: cents,
      discount: cents,
      net: cents,
    }),
  ),
  discounts: z.array(
    z.object({
      lineId: lineId.nullable(),
      amount: cents.nullable(),
      percentage: percentage.nullable(),
      reason: words(),
      taken: cents,
    }),
  ),
  taxes: z.array(
    z.object({
      taxRateId: uuid,
      name: words(),
      percentage,
      base: cents,
      amount: cents,
      shares: byLine(cents),
    }),
  ),
  subtotal: cents,
  discountTotal: cents,
  taxTotal: cents,
  total: cents,
  laborRate: cents.nullable(),
  unitPrices: byLine(cents).optional(),
  rateNames: byLine(words()).optional(),
  exemption: z.object({ certificateNumber: words(), expiresOn: day }).nullable(),
  paymentTermsDays: z.int().min(0),
  footText: words(),
})

const creditNoteDocument = z.object({
  seller,
  payer,
  invoiceNumber: words(),
  reason: words(),
  lines: z.array(z.object({ lineId, description: words(), net: cents, taxes: z.record(uuid, cents) })),
  taxTotal: cents,
  total: cents,
})

const issued = z.object({
  ticketId,
  prefix: words(MAX_PREFIX_LENGTH),
  number: z.int().min(1).max(MAX_DOCUMENT_NUMBER),
  issuedAt: at,
  issuedBy: words(200),
  issuedByName: words(200),
  issuedOn: day,
  dueOn: day,
  payerRemovedAt: atOrNever,
  reminder: z
    .object({
      sentCount: z.int().min(0).max(1000),
      lastSentAt: atOrNever,
      stoppedAt: atOrNever,
      stoppedByName: words(200).nullable(),
    })
    .optional(),
})

const method = z.enum(PAYMENT_METHODS)

/** Each with a sentence for a file that has something else there. */
export const billingChecks = {
  settings: checkOf(billingChange),
  taxRate: checkOf(newTaxRate.extend({ archivedAt: atOrNever })),
  exemption: checkOf(
    z.object({
      // Missing in older trees.
      customerName: words(201).default(''),
      email: words(254).toLowerCase(),
      phone: words(40),
      certificateNumber: words(60).min(1),
      expiresOn: day,
      notedAt: at,
    }),
  ),
  invoice: checkOf(issued.extend({ document: invoiceDocument })),
  creditNote: checkOf(issued.extend({ creditsInvoiceId: uuid, document: creditNoteDocument })),
  ledgerEntry: checkOf(
    z.object({
      ticketId,
      kind: z.enum(ENTRY_KINDS),
      method,
      amount,
      invoiceId: uuid.nullish().transform(id => id ?? null),
      reference: words(200),
      note: words(),
      processorId: words(200)
        .nullish()
        .transform(id => id ?? null),
      voidsEntryId: uuid.nullish().transform(id => id ?? null),
      cause: z
        .enum(ENTRY_CAUSES)
        .nullish()
        .transform(cause => cause ?? null),
      at,
      by: words(200),
      byName: words(200),
    }),
  ),
  dayClose: checkOf(
    z.object({
      day,
      lines: z
        .array(
          z.object({
            method,
            in: signedMoney,
            out: signedMoney,
            expected: signedMoney,
            counted: signedMoney,
          }),
        )
        .max(PAYMENT_METHODS.length),
      note: words(200),
      closedAt: at,
      closedBy: words(200),
      closedByName: words(200),
    }),
  ),
  books: checkOf(
    z.object({
      target: z.enum(BOOKKEEPING_TARGETS),
      from: day,
      to: day,
      exportedAt: at,
      exportedBy: words(200),
      exportedByName: words(200),
      entries: z.array(uuid).max(MAX_EXPORTED_ENTRIES),
    }),
  ),
}

/** What a check gives. */
export type Checked<Name extends keyof typeof billingChecks> = Extract<
  ReturnType<(typeof billingChecks)[Name]>,
  { readonly value: unknown }
>['value']
