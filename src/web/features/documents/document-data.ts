// The data of a document, from the ticket as the desk or customer gets it.

import type { DocumentInput } from '#domain/documents/ticket-document.ts'
import type { Cents } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import { isOpenInvoice } from '#web/features/billing/open-invoice.ts'

type OfContext = 'kind' | 'company' | 'customer'
type OfTotals = 'laborRate' | 'importedBalance' | 'suppliesRule'
type PricedTicket = Omit<DocumentInput, OfContext | OfTotals> & {
  /** Null without permission to see prices; its percentage in percent. */
  readonly totals: Pick<DocumentInput, OfTotals> | null
}

type DocumentContext = Pick<DocumentInput, OfContext>

const suppliesRuleOf = (rule: SuppliesRule | null): SuppliesRule | null =>
  rule && { ...rule, percentage: Math.round(rule.percentage * PERCENTAGE_SCALE) }

export const documentData = (
  { totals, ...ticket }: PricedTicket,
  { kind, company, customer }: DocumentContext,
): DocumentInput => ({
  ...ticket,
  kind,
  company,
  customer,
  laborRate: totals?.laborRate ?? null,
  importedBalance: totals?.importedBalance ?? null,
  suppliesRule: suppliesRuleOf(totals?.suppliesRule ?? null),
})

type Invoice = {
  readonly invoiceId: string
  readonly number: string
  readonly total: Cents
  readonly creditNotes: readonly { readonly total: Cents }[]
}

/** The PDFs of the invoices that credit notes did not take back. `path`: of the ticket or the link in the API. */
export const openInvoicePdfs = (path: string, invoices: readonly Invoice[]) =>
  invoices.filter(isOpenInvoice).map(({ invoiceId, number }) => ({
    label: `Invoice ${number}`,
    pdf: `${path}/invoices/${invoiceId}/document.pdf`,
  }))
