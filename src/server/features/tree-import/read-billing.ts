// A company's billing of our own exports. What was issued comes along whole or not at all: nothing of it is mended, and
// numbers stay what they were.

import type { IssuedCreditNote, IssuedInvoice } from '#domain/billing/issued-document.ts'
import { DEFAULT_BILLING, type DocumentKind } from '#domain/billing/settings.ts'
import type { Check, TreeNode } from '#domain/import/tree-node.ts'
import { sum } from '#domain/lib/money.ts'
import { isUuid } from '#domain/lib/uuid.ts'
import { billingChecks, type Checked } from './billing-checks.ts'

export type TreeBilling = {
  /** Null while billing is off. */
  readonly turnedOnAt: Date | null
  readonly settings: Omit<typeof DEFAULT_BILLING, 'isOn'>
  readonly taxRates: ReadonlyMap<string, Checked<'taxRate'>>
  readonly exemptions: readonly Checked<'exemption'>[]
  /** The keys of the employees who may correct what was billed. */
  readonly corrections: readonly string[]
}

/** A row as `check` takes it; null with a report otherwise. */
function readRow<T>(node: TreeNode, check: Check<T>): T | null {
  const checked = check(node.value)
  return 'value' in checked ? checked.value : node.skip(`${checked.problem} It was left out.`)
}

/** How the company bills; null if the file does not say it. */
export function readBilling(node: TreeNode, now: Date): TreeBilling | null {
  if (node.isMissing) return null
  const chosen = readRow(node.child('settings'), billingChecks.settings) ?? {}
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
  const presets = chosen.feePresets?.map(({ name, amount = null, percentage = null }) => ({
    ...{ name, amount, percentage },
  }))
  const { isOn: _, ...defaults } = DEFAULT_BILLING
  const turnedOn = node.child('turnedOnAt').number()
  return {
    turnedOnAt: turnedOn === null || turnedOn > now.getTime() ? null : new Date(turnedOn),
    settings: { ...defaults, ...given, feePresets: presets ?? defaults.feePresets },
    taxRates: new Map(
      node
        .child('taxRates')
        .entries()
        .flatMap(({ key, node: rate }) => {
          const read = isUuid(key) ? readRow(rate, billingChecks.taxRate) : rate.skip('This is no tax rate.')
          return read === null ? [] : [[key, read] as const]
        }),
    ),
    exemptions: node
      .child('exemptions')
      .entries()
      .flatMap(({ node: exemption }) => readRow(exemption, billingChecks.exemption) ?? []),
    corrections: node
      .child('corrections')
      .entries()
      .map(({ node: writer }) => writer.text()),
  }
}

type InvoiceRow = {
  readonly kind: DocumentKind
  readonly invoiceId: string
  readonly creditsInvoiceId: string | null
  readonly row: Omit<Checked<'invoice'>, 'document'>
  readonly document: IssuedInvoice | IssuedCreditNote
}

export type BillingRow =
  | ({ readonly table: 'invoice' } & InvoiceRow)
  | {
      readonly table: 'ledger'
      readonly entryId: string
      /** Counts a ticket's entries from 1. */
      readonly position: number
      readonly row: Checked<'ledgerEntry'>
    }
  | {
      readonly table: 'dayClose'
      readonly closeId: string
      /** Counts the closes of a day from 1. */
      readonly position: number
      readonly row: Checked<'dayClose'>
    }
  | { readonly table: 'books'; readonly exportId: string; readonly row: Checked<'books'> }

/** Why an invoice's amounts cannot be those of one that was issued; null if they can. */
function sumsProblem({
  lines,
  taxes,
  subtotal,
  discountTotal,
  taxTotal,
  total,
}: IssuedInvoice): string | null {
  const isWhole =
    lines.every(line => line.net === line.amount - line.discount) &&
    taxes.every(tax => tax.amount === sum(Object.values(tax.shares))) &&
    subtotal === sum(lines.map(line => line.amount)) &&
    discountTotal === sum(lines.map(line => line.discount)) &&
    taxTotal === sum(taxes.map(tax => tax.amount)) &&
    total === subtotal - discountTotal + taxTotal
  return isWhole ? null : 'The lines of this invoice do not add up to its total; it was left out.'
}

function creditProblem({ lines, taxTotal, total }: IssuedCreditNote): string | null {
  const taxes = sum(lines.flatMap(line => Object.values(line.taxes)))
  const isWhole = taxTotal === taxes && total === sum(lines.map(line => line.net)) + taxes
  return isWhole ? null : 'The lines of this credit note do not add up to its total; it was left out.'
}

type ReadDocument = { readonly ticketId: number; readonly total: number; credited: number }
type ReadEntry = { readonly ticketId: number; readonly amount: number; isVoidable: boolean }

/** Reads the rows in the order of an export: invoices, credit notes, ledger, day closes, exports for bookkeeping. */
export class BillingReader {
  readonly #now: number
  readonly #hasTicket: (ticketId: number) => boolean
  readonly #numbers = new Set<string>()
  readonly #invoices = new Map<string, ReadDocument>()
  readonly #entries = new Map<string, ReadEntry>()
  readonly #received = new Map<number, number>()
  readonly #processorIds = new Set<string>()
  /** The last position of each ticket and each day. */
  readonly #positions = new Map<string | number, number>()
  readonly #ids = new Set<string>()

  constructor(now: Date, hasTicket: (ticketId: number) => boolean) {
    this.#now = now.getTime()
    this.#hasTicket = hasTicket
  }

  #nextPosition(of: string | number): number {
    const position = (this.#positions.get(of) ?? 0) + 1
    this.#positions.set(of, position)
    return position
  }

  /** Why a row with this key, of this ticket and time, cannot come along. */
  #problem(key: string, ticketId: number | null, at: number): string | null {
    if (!isUuid(key)) return 'Its key is no id; it was left out.'
    if (this.#ids.has(key)) return 'Its key is there twice; the first one stays.'
    if (ticketId !== null && !this.#hasTicket(ticketId))
      return `Ticket ${ticketId} does not come along, so this was left out.`
    return at > this.#now ? 'This was in the future; it was left out.' : null
  }

  readInvoice(node: TreeNode, key: string): BillingRow | null {
    const read = readRow(node, billingChecks.invoice)
    if (read === null) return null
    const { document, ...row } = read
    const issued = document as IssuedInvoice
    const problem =
      this.#problem(key, row.ticketId, row.issuedAt) ??
      sumsProblem(issued) ??
      this.#numberProblem('invoice', row.number)
    if (problem !== null) return node.skip(problem)
    this.#ids.add(key)
    this.#invoices.set(key, { ticketId: row.ticketId, total: issued.total, credited: 0 })
    return {
      table: 'invoice',
      kind: 'invoice',
      invoiceId: key,
      creditsInvoiceId: null,
      row,
      document: issued,
    }
  }

  #numberProblem(kind: DocumentKind, number: number): string | null {
    const numbered = `${kind} ${number}`
    if (this.#numbers.has(numbered)) return `Number ${number} is there twice; the first one stays.`
    this.#numbers.add(numbered)
    return null
  }

  readCreditNote(node: TreeNode, key: string): BillingRow | null {
    const read = readRow(node, billingChecks.creditNote)
    if (read === null) return null
    const { document, creditsInvoiceId, ...row } = read
    const note = document as IssuedCreditNote
    const invoice = this.#invoices.get(creditsInvoiceId)
    if (invoice?.ticketId !== row.ticketId)
      return node.skip('Its invoice does not come along, so it was left out.')
    const problem =
      this.#problem(key, row.ticketId, row.issuedAt) ??
      creditProblem(note) ??
      (invoice.credited + note.total > invoice.total
        ? 'It takes back more than is left of its invoice; it was left out.'
        : this.#numberProblem('credit-note', row.number))
    if (problem !== null) return node.skip(problem)
    invoice.credited += note.total
    this.#ids.add(key)
    return { table: 'invoice', kind: 'credit-note', invoiceId: key, creditsInvoiceId, row, document: note }
  }

  readLedgerEntry(node: TreeNode, key: string): BillingRow | null {
    const row = readRow(node, billingChecks.ledgerEntry)
    if (row === null) return null
    const { ticketId, kind, amount, processorId } = row
    const received = this.#received.get(ticketId) ?? 0
    const problem = this.#problem(key, ticketId, row.at) ?? this.#entryProblem(row, received)
    if (problem !== null) return node.skip(problem)
    this.#ids.add(key)
    if (processorId !== null) this.#processorIds.add(processorId)
    if (row.voidsEntryId !== null) {
      const voided = this.#entries.get(row.voidsEntryId)
      if (voided !== undefined) voided.isVoidable = false
    }
    this.#received.set(ticketId, kind === 'refund' ? received - amount : received + amount)
    this.#entries.set(key, { ticketId, amount, isVoidable: kind !== 'refund' && processorId === null })
    return { table: 'ledger', entryId: key, position: this.#nextPosition(ticketId), row }
  }

  #entryProblem(row: Checked<'ledgerEntry'>, received: number): string | null {
    const { ticketId, kind, amount, invoiceId, processorId, voidsEntryId, cause } = row
    if (invoiceId !== null && this.#invoices.get(invoiceId)?.ticketId !== ticketId)
      return 'Its invoice does not come along, so it was left out.'
    if (processorId !== null && this.#processorIds.has(processorId))
      return 'This payment online is there twice; the first one stays.'
    // A bank may take what was refunded before.
    if (kind === 'refund' && cause === null && amount > received)
      return 'It gives back more than was paid; it was left out.'
    if (voidsEntryId === null) return null
    const voided = this.#entries.get(voidsEntryId)
    const fits =
      kind === 'refund' && voided?.isVoidable && voided.ticketId === ticketId && voided.amount === amount
    return fits ? null : 'It voids no payment of this ticket; it was left out.'
  }

  readDayClose(node: TreeNode, key: string): BillingRow | null {
    const row = readRow(node, billingChecks.dayClose)
    if (row === null) return null
    const problem = this.#problem(key, null, row.closedAt)
    if (problem !== null) return node.skip(problem)
    this.#ids.add(key)
    return { table: 'dayClose', closeId: key, position: this.#nextPosition(row.day), row }
  }

  readBooks(node: TreeNode, key: string): BillingRow | null {
    const row = readRow(node, billingChecks.books)
    if (row === null) return null
    const problem = this.#problem(key, null, row.exportedAt)
    if (problem !== null) return node.skip(problem)
    this.#ids.add(key)
    return { table: 'books', exportId: key, row }
  }
}

/** What the row adds to what the report counts. */
export const countedAs = (row: BillingRow): 'invoices' | 'payments' | null =>
  row.table === 'invoice' ? 'invoices' : row.table === 'ledger' ? 'payments' : null
