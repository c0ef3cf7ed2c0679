// A company's billing of our own exports. What was issued is imported whole or not at all: nothing of it is mended, and
// numbers stay what they were.

import { billingChange } from '#contract/billing/settings.ts'
import type { IssuedCreditNote, IssuedInvoice } from '#domain/billing/issued-document.ts'
import { DEFAULT_BILLING } from '#domain/billing/settings.ts'
import { sum } from '#domain/lib/money.ts'
import { isUuid } from '#domain/lib/uuid.ts'
import type { TreeNode } from '#domain/tree-import/tree-node.ts'
import type { ReadRecord, RecordSet } from '#server/db/record-set.ts'
import {
  CREDIT_NOTES,
  EXEMPTIONS,
  INVOICES,
  LEDGER,
  RECORD_SETS,
  TAX_RATES,
} from '#server/features/billing/tables.ts'
import { type RecordProblem, readRow } from './read-records.ts'

type RowOf<Set> = Set extends RecordSet<infer Row> ? Row : never

export type TreeBilling = {
  /** Null while billing is off. */
  readonly turnedOnAt: Date | null
  /** When it was on before it was turned off. */
  readonly earlierPeriods: readonly { readonly from: Date; readonly to: Date }[]
  readonly settings: Omit<typeof DEFAULT_BILLING, 'isOn'>
  readonly taxRates: readonly ReadRecord[]
  readonly exemptions: readonly ReadRecord[]
  /** The keys of the employees who may correct what was billed. */
  readonly corrections: readonly string[]
}

/** How the company bills; null if the file does not say it. */
export function readBilling(node: TreeNode, now: Date): TreeBilling | null {
  if (node.isMissing) return null
  const chosen = readRow(node.child('settings'), billingChange) ?? {}
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
  const presets = chosen.feePresets?.map(({ name, amount = null, percentage = null }) => ({
    ...{ name, amount, percentage },
  }))
  const { isOn: _, ...defaults } = DEFAULT_BILLING
  const turnedOn = node.child('turnedOnAt').number()
  return {
    turnedOnAt: turnedOn === null || turnedOn > now.getTime() ? null : new Date(turnedOn),
    earlierPeriods: node
      .child('earlierPeriods')
      .entries()
      .flatMap(({ node: period }) => {
        const [from, to] = [period.child('from').number(), period.child('to').number()]
        const isPast = from !== null && to !== null && 0 <= from && from <= to && to <= now.getTime()
        if (isPast) return [{ from: new Date(from), to: new Date(to) }]
        period.skip('This is no time before now.')
        return []
      }),
    settings: { ...defaults, ...given, feePresets: presets ?? defaults.feePresets },
    taxRates: readTaxRates(node.child('taxRates')),
    exemptions: node
      .child('exemptions')
      .entries()
      .flatMap(({ node: exemption }) => {
        const row = readRow(exemption, EXEMPTIONS.schema)
        return row === null ? [] : [{ set: EXEMPTIONS, id: '', row }]
      }),
    corrections: node
      .child('corrections')
      .entries()
      .map(({ node: writer }) => writer.text()),
  }
}

/** A company has one default, and an archived rate is none. */
function readTaxRates(node: TreeNode): ReadRecord[] {
  const rates = node.entries().flatMap(({ key, node: rate }) => {
    const row = isUuid(key) ? readRow(rate, TAX_RATES.schema) : rate.skip('This is no tax rate.')
    return row === null ? [] : [{ set: TAX_RATES, id: key, row }]
  })
  const chosen = rates.find(({ row }) => row.isDefault && row.archivedAt === null)
  return rates.map(rate => ({ ...rate, row: { ...rate.row, isDefault: rate === chosen } }))
}

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

/** Why a row of billing does not fit those before it. They come in the order of an export: invoices before credit notes and what was paid. */
export class BillingChecks {
  readonly #numbers = new Set<string>()
  readonly #invoices = new Map<string, ReadDocument>()
  readonly #entries = new Map<string, ReadEntry>()
  readonly #received = new Map<number, number>()
  readonly #processorIds = new Set<string>()
  /** By the name of a set. A row without a problem is one of those before the next. */
  readonly problems: ReadonlyMap<string, RecordProblem>

  /** Whether the file says how the company bills. */
  constructor(hasBilling: boolean) {
    const own: Readonly<Record<string, RecordProblem>> = {
      [INVOICES.name]: (row: RowOf<typeof INVOICES>, key) => this.#invoiceProblem(row, key),
      [CREDIT_NOTES.name]: (row: RowOf<typeof CREDIT_NOTES>) => this.#creditNoteProblem(row),
      [LEDGER.name]: (row: RowOf<typeof LEDGER>, key) => this.#entryProblem(row, key),
    }
    const missing = () => 'The file does not say how this company bills; this was left out.'
    this.problems = new Map(hasBilling ? Object.entries(own) : RECORD_SETS.map(({ name }) => [name, missing]))
  }

  #numberProblem(numbered: string, number: number): string | null {
    if (this.#numbers.has(numbered)) return `Number ${number} is there twice; the first one stays.`
    this.#numbers.add(numbered)
    return null
  }

  #invoiceProblem({ ticketId, number, document }: RowOf<typeof INVOICES>, key: string): string | null {
    const problem = sumsProblem(document as IssuedInvoice) ?? this.#numberProblem(`${number}`, number)
    if (problem === null) this.#invoices.set(key, { ticketId, total: document.total, credited: 0 })
    return problem
  }

  #creditNoteProblem(row: RowOf<typeof CREDIT_NOTES>): string | null {
    const { ticketId, number, document: note } = row
    const invoice = this.#invoices.get(row.creditsInvoiceId ?? '')
    if (invoice?.ticketId !== ticketId) return 'Its invoice is not imported, so it was left out.'
    const problem =
      creditProblem(note as IssuedCreditNote) ??
      (invoice.credited + note.total > invoice.total
        ? 'It takes back more than is left of its invoice; it was left out.'
        : this.#numberProblem(`credit note ${number}`, number))
    if (problem === null) invoice.credited += note.total
    return problem
  }

  #entryProblem(row: RowOf<typeof LEDGER>, key: string): string | null {
    const { ticketId, kind, amount, invoiceId, processorId, voidsEntryId, cause } = row
    const received = this.#received.get(ticketId) ?? 0
    if (invoiceId !== null && this.#invoices.get(invoiceId)?.ticketId !== ticketId)
      return 'Its invoice is not imported, so it was left out.'
    if (processorId !== null && this.#processorIds.has(processorId))
      return 'This payment online is there twice; the first one stays.'
    // A bank may take what was refunded before.
    if (kind === 'refund' && cause === null && amount > received)
      return 'It gives back more than was paid; it was left out.'
    if (voidsEntryId !== null) {
      const voided = this.#entries.get(voidsEntryId)
      const fits =
        kind === 'refund' && voided?.isVoidable && voided.ticketId === ticketId && voided.amount === amount
      if (!fits) return 'It voids no payment of this ticket; it was left out.'
      voided.isVoidable = false
    }
    if (processorId !== null) this.#processorIds.add(processorId)
    this.#received.set(ticketId, kind === 'refund' ? received - amount : received + amount)
    this.#entries.set(key, { ticketId, amount, isVoidable: kind !== 'refund' && processorId === null })
    return null
  }
}
