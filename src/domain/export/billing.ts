// How a company bills, and all its money, beside the tree (`rigwright`). Amounts are dollars, percentages percent, times epoch
// milliseconds; a document is as it was issued, in cents.

import type { BookkeepingTarget } from '#domain/billing/bookkeeping.ts'
import type { ClosedMethod } from '#domain/billing/day-close.ts'
import type { IssuedCreditNote, IssuedInvoice } from '#domain/billing/issued-document.ts'
import type { EntryCause, EntryKind, PaymentMethod } from '#domain/billing/ledger.ts'
import type { BillingSettings } from '#domain/billing/settings.ts'
import type { TaxExemption, TaxRate } from '#domain/billing/tax.ts'
import { type Cents, toDollars } from '#domain/lib/money.ts'
import { PERCENTAGE_SCALE } from '#domain/lib/percentage.ts'

const dollars = (amount: Cents | null): number | null => (amount === null ? null : toDollars(amount))
const percent = (percentage: number): number => percentage / PERCENTAGE_SCALE

/** What the company chose, with the names of the form's fields. */
const exportBillingSettings = ({
  isOn: _,
  feePresets,
  shopSupplies,
  laborRates,
  tripRules,
  ...settings
}: BillingSettings) => ({
  invoicePrefix: settings.invoicePrefix,
  nextInvoiceNumber: settings.nextInvoiceNumber,
  creditNotePrefix: settings.creditNotePrefix,
  nextCreditNoteNumber: settings.nextCreditNoteNumber,
  paymentTermsDays: settings.paymentTermsDays,
  footText: settings.footText,
  pageSize: settings.pageSize,
  discountLimit: dollars(settings.discountLimit),
  feePresets: feePresets.map(({ name, amount, percentage }) => ({
    name,
    ...(amount !== null && { amount: toDollars(amount) }),
    ...(percentage !== null && { percentage: percent(percentage) }),
  })),
  shopSupplies: shopSupplies && {
    percentage: percent(shopSupplies.percentage),
    cap: dollars(shopSupplies.cap),
  },
  laborRates: laborRates.map(({ laborRateId, name, amount }) => ({
    ...{ laborRateId, name, amount: toDollars(amount) },
  })),
  tripRules: tripRules && {
    kind: tripRules.kind,
    freeMiles: tripRules.freeMiles,
    perMile: toDollars(tripRules.perMile),
    ways: tripRules.ways,
    bands: tripRules.bands.map(({ upTo, amount }) => ({ upTo, amount: toDollars(amount) })),
    minimum: toDollars(tripRules.minimum),
    returnPercentage: percent(tripRules.returnPercentage),
    afterHours: toDollars(tripRules.afterHours),
  },
  retentionYears: settings.retentionYears,
  reminderDays: settings.reminderDays,
})

export type ExportedBilling = {
  /** Null while billing is off. */
  readonly turnedOnAt: Date | null
  readonly settings: BillingSettings
  readonly taxRates: readonly (TaxRate & { readonly isDefault: boolean; readonly archivedAt: Date | null })[]
  readonly exemptions: readonly (TaxExemption & {
    readonly customerName: string
    readonly email: string
    readonly phone: string
    readonly notedAt: Date
  })[]
  /** The ids of the service writers who may correct what was billed. */
  readonly corrections: readonly string[]
}

/** `billing` */
export const exportBilling = ({
  turnedOnAt,
  settings,
  taxRates,
  exemptions,
  corrections,
}: ExportedBilling) => ({
  turnedOnAt: turnedOnAt?.getTime() ?? null,
  settings: exportBillingSettings(settings),
  taxRates: Object.fromEntries(
    taxRates.map(({ taxRateId, name, percentage, appliesTo, isDefault, archivedAt }) => [
      taxRateId,
      {
        ...{ name, percentage: percent(percentage), appliesTo, isDefault },
        ...(archivedAt !== null && { archivedAt: archivedAt.getTime() }),
      },
    ]),
  ),
  exemptions: exemptions.map(({ customerName, email, phone, certificateNumber, expiresOn, notedAt }) => ({
    ...{ customerName, email, phone, certificateNumber, expiresOn },
    notedAt: notedAt.getTime(),
  })),
  corrections,
})

/** An invoice or a credit note; its total is its document's. */
export type ExportedDocument = {
  readonly invoiceId: string
  readonly ticketId: number
  readonly creditsInvoiceId: string | null
  readonly prefix: string
  readonly number: number
  readonly issuedAt: Date
  readonly issuedBy: string
  readonly issuedByName: string
  readonly issuedOn: string
  readonly dueOn: string
  readonly payerRemovedAt: Date | null
  readonly document: IssuedInvoice | IssuedCreditNote
  /** How often the customer was reminded of it; null for never, and not stopped. */
  readonly reminder: {
    readonly sentCount: number
    readonly lastSentAt: Date | null
    readonly stoppedAt: Date | null
    readonly stoppedByName: string | null
  } | null
}

/** One of `invoices` or `creditNotes`. */
export const exportDocument = ({ invoiceId: _, document, reminder, ...row }: ExportedDocument) => ({
  ticketId: row.ticketId,
  ...(row.creditsInvoiceId !== null && { creditsInvoiceId: row.creditsInvoiceId }),
  prefix: row.prefix,
  number: row.number,
  issuedAt: row.issuedAt.getTime(),
  issuedBy: row.issuedBy,
  issuedByName: row.issuedByName,
  issuedOn: row.issuedOn,
  dueOn: row.dueOn,
  ...(row.payerRemovedAt !== null && { payerRemovedAt: row.payerRemovedAt.getTime() }),
  ...(reminder !== null && {
    reminder: {
      sentCount: reminder.sentCount,
      lastSentAt: reminder.lastSentAt?.getTime() ?? null,
      stoppedAt: reminder.stoppedAt?.getTime() ?? null,
      stoppedByName: reminder.stoppedByName,
    },
  }),
  document,
})

export type ExportedLedgerEntry = {
  readonly entryId: string
  readonly ticketId: number
  readonly kind: EntryKind
  readonly method: PaymentMethod
  readonly amount: Cents
  readonly invoiceId: string | null
  readonly reference: string
  readonly note: string
  readonly processorId: string | null
  readonly voidsEntryId: string | null
  readonly cause: EntryCause | null
  readonly at: Date
  readonly by: string
  readonly byName: string
}

/** One of `ledger`. */
export const exportLedgerEntry = ({ entryId: _, ...entry }: ExportedLedgerEntry) => ({
  ticketId: entry.ticketId,
  kind: entry.kind,
  method: entry.method,
  amount: toDollars(entry.amount),
  ...(entry.invoiceId !== null && { invoiceId: entry.invoiceId }),
  reference: entry.reference,
  note: entry.note,
  ...(entry.processorId !== null && { processorId: entry.processorId }),
  ...(entry.voidsEntryId !== null && { voidsEntryId: entry.voidsEntryId }),
  ...(entry.cause !== null && { cause: entry.cause }),
  at: entry.at.getTime(),
  by: entry.by,
  byName: entry.byName,
})

export type ExportedDayClose = {
  readonly closeId: string
  readonly day: string
  readonly lines: readonly ClosedMethod[]
  readonly note: string
  readonly closedAt: Date
  readonly closedBy: string
  readonly closedByName: string
}

/** One of `dayCloses`. */
export const exportDayClose = ({ closeId: _, lines, closedAt, ...close }: ExportedDayClose) => ({
  day: close.day,
  lines: lines.map(({ method, in: moneyIn, out, expected, counted }) => ({
    method,
    in: toDollars(moneyIn),
    out: toDollars(out),
    expected: toDollars(expected),
    counted: toDollars(counted),
  })),
  note: close.note,
  closedAt: closedAt.getTime(),
  closedBy: close.closedBy,
  closedByName: close.closedByName,
})

export type ExportedBooks = {
  readonly exportId: string
  readonly target: BookkeepingTarget
  readonly from: string
  readonly to: string
  readonly exportedAt: Date
  readonly exportedBy: string
  readonly exportedByName: string
  /** The ids of invoices, credit notes and entries of the ledger. */
  readonly entries: readonly string[]
}

/** One of `bookkeepingExports`. */
export const exportBooks = ({ exportId: _, exportedAt, ...books }: ExportedBooks) => ({
  target: books.target,
  from: books.from,
  to: books.to,
  exportedAt: exportedAt.getTime(),
  exportedBy: books.exportedBy,
  exportedByName: books.exportedByName,
  entries: books.entries,
})
