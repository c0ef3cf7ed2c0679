// What is owed to a company, for its desk.

import * as z from 'zod'
import { AGES } from '#domain/billing/receivables.ts'
import { base, moneyOut, uuid } from '../shared-schemas.ts'
import { tags } from './schemas.ts'

const openInvoice = z.object({
  invoiceId: uuid,
  ticketId: z.number().int(),
  number: z.string(),
  issuedOn: z.string(),
  dueOn: z.string(),
  /** Negative before its due date, which is day 0. */
  daysPastDue: z.number().int(),
  age: z.enum(AGES),
  due: moneyOut,
})

const receivables = z.object({
  /** Without it, everything else is empty. */
  isOn: z.boolean(),
  /** The company's date. */
  today: z.string(),
  /** False if there are more open invoices than are listed: those due first. */
  isComplete: z.boolean(),
  total: moneyOut,
  totals: z.record(z.enum(AGES), moneyOut),
  /** Those who owe most come first. */
  customers: z
    .array(z.object({ name: z.string(), total: moneyOut, invoices: z.array(openInvoice).readonly() }))
    .readonly(),
})

export const billingReports = {
  getReceivables: base
    .route({
      method: 'GET',
      path: '/company/receivables',
      summary: 'List open invoices by customer and by days past due',
      tags,
    })
    .output(receivables),
}
