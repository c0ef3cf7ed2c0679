// Billing, which is off until the owner turns it on: tax rates, invoices, and what was paid.

import * as z from 'zod'
import { base, done, moneyOut } from './shared-schemas.ts'

const tags = ['Billing']

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
})

export const billing = {
  getSettings: base
    .route({ method: 'GET', path: '/company/billing', summary: 'Get how your company bills', tags })
    .output(settings),
  turnOn: base
    .route({ method: 'POST', path: '/company/billing/turn-on', summary: 'Turn on billing', tags })
    .output(done),
}
