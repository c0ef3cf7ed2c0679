// What an issued document is checked for when it is imported: whole, because it is never edited here either.

import * as z from 'zod'
import { day } from '#contract/shared-schemas.ts'
import { rigVisit } from '#contract/tickets.ts'
import { FEE_INTERVALS } from '#domain/billing/fee-rules.ts'
import { PAYMENT_METHODS } from '#domain/billing/ledger.ts'
import { TAXABLE_KINDS } from '#domain/billing/tax.ts'
import type { Cents } from '#domain/lib/money.ts'
import { MAX_PERCENTAGE } from '#domain/lib/percentage.ts'
import { uuid, words } from '#server/db/record-values.ts'

const cents = z.custom<Cents>(value => Number.isSafeInteger(value) && Number(value) >= 0)
const percentage = z.int().min(0).max(MAX_PERCENTAGE)
const lineId = words(80)
const byLine = <T extends z.ZodType>(value: T) => z.record(lineId, value)

const seller = z.object({
  companyName: words(),
  companyPhone: words(),
  companyAddress: words().nullable(),
  email: words(),
})
const payer = z.object({ name: words(), address: words() })

export const invoiceDocument = z.object({
  seller,
  payer,
  rig: z.object({ vin: words(), make: words(), model: words(), year: words(), visit: rigVisit.optional() }),
  jobs: z.array(
    z.object({
      jobNumber: z.int(),
      problem: words(),
      cause: words(),
      correction: words(),
      component: words().optional(),
      technicians: z.array(words()).optional(),
    }),
  ),
  qualifications: z
    .array(z.object({ technician: words(), sinceYear: z.int().nullable(), certificates: words() }))
    .optional(),
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
  clockTerms: byLine(words()).optional(),
  suppliesByLine: byLine(cents).optional(),
  exemption: z.object({ certificateNumber: words(), expiresOn: day }).nullable(),
  paymentTermsDays: z.int().min(0),
  feeTerms: z
    .object({
      methods: z.array(z.object({ method: z.enum(PAYMENT_METHODS), percentage })),
      late: z
        .object({
          afterDays: z.int().min(1),
          amount: cents.nullable(),
          percentage: percentage.nullable(),
          every: z.enum(FEE_INTERVALS),
        })
        .nullable(),
    })
    .optional(),
  footText: words(),
})

export const creditNoteDocument = z.object({
  seller,
  payer,
  invoiceNumber: words(),
  reason: words(),
  lines: z.array(z.object({ lineId, description: words(), net: cents, taxes: z.record(uuid, cents) })),
  taxTotal: cents,
  total: cents,
})
