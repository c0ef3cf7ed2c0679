// The data of a document, from the ticket as the desk or customer gets it: dollars become cents.

import type { LineApproval } from '#domain/approvals/raise.ts'
import type { DocumentInput, DocumentKind } from '#domain/documents/ticket-document.ts'
import { type Cents, fromDollars } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import { isOpenInvoice } from '#web/features/billing/open-invoice.ts'

type Job = DocumentInput['jobs'][number]
type PricedTicket = {
  readonly ticketId: number
  readonly customerRV: DocumentInput['customerRV']
  readonly technician: string | null
  readonly jobs: readonly (Omit<Job, 'approval' | 'namedRate' | 'approvedSupplies'> & {
    readonly approvedSupplies: { readonly parts: number; readonly supplies: number } | null
    readonly namedRate: (Omit<NamedRate, 'amount'> & { readonly amount: number }) | null
    readonly approval: (Omit<LineApproval, 'total'> & { readonly total: number }) | null
  })[]
  readonly parts: readonly (Omit<DocumentInput['parts'][number], 'perPartAmount'> & {
    readonly perPartAmount: number | null
  })[]
  readonly completedTimestamp: Date | null
  readonly addenda: NonNullable<DocumentInput['addenda']>
  readonly claim: DocumentInput['claim']
  readonly timeZone: string
  /** Null without permission to see prices. */
  readonly totals: {
    readonly laborRate: number | null
    readonly importedBalance: number | null
    readonly suppliesRule: { readonly percentage: number; readonly cap: number | null } | null
  } | null
}

type DocumentContext = { readonly kind: DocumentKind } & Pick<DocumentInput, 'company' | 'customer'>

const centsOf = (dollars: number | null): Cents | null => (dollars === null ? null : fromDollars(dollars))

const suppliesRuleOf = (rule: NonNullable<PricedTicket['totals']>['suppliesRule']): SuppliesRule | null =>
  rule && { percentage: Math.round(rule.percentage * PERCENTAGE_SCALE), cap: centsOf(rule.cap) }

export const documentData = (
  { jobs, parts, totals, ...ticket }: PricedTicket,
  { kind, company, customer }: DocumentContext,
): DocumentInput => ({
  ...ticket,
  kind,
  company,
  customer,
  jobs: jobs.map(({ approval, namedRate, approvedSupplies, ...job }) => ({
    ...job,
    namedRate: namedRate && { ...namedRate, amount: fromDollars(namedRate.amount) },
    approvedSupplies: approvedSupplies && {
      parts: fromDollars(approvedSupplies.parts),
      supplies: fromDollars(approvedSupplies.supplies),
    },
    approval: approval && { ...approval, total: fromDollars(approval.total) },
  })),
  parts: parts.map(part => ({ ...part, perPartAmount: centsOf(part.perPartAmount) })),
  laborRate: centsOf(totals?.laborRate ?? null),
  importedBalance: centsOf(totals?.importedBalance ?? null),
  suppliesRule: suppliesRuleOf(totals?.suppliesRule ?? null),
})

type Invoice = {
  readonly invoiceId: string
  readonly number: string
  readonly total: number
  readonly creditNotes: readonly { readonly total: number }[]
}

/** The PDFs of the invoices that credit notes did not take back. `path`: of the ticket or the link in the API. */
export const openInvoicePdfs = (path: string, invoices: readonly Invoice[]) =>
  invoices.filter(isOpenInvoice).map(({ invoiceId, number }) => ({
    label: `Invoice ${number}`,
    pdf: `${path}/invoices/${invoiceId}/document.pdf`,
  }))
