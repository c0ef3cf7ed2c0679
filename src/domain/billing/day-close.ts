// A day's money: what came in and went out by method, and what was counted when the day was closed. A close is never
// changed; what is wrong in it is corrected by closing the day again, and the last close counts.

import { type Cents, cents, sum } from '#domain/lib/money.ts'
import type { LedgerEntry, PaymentMethod } from './ledger.ts'
import { PAYMENT_METHODS } from './ledger.ts'

export type MethodTotals = {
  readonly method: PaymentMethod
  /** Without what was voided. */
  readonly in: Cents
  readonly out: Cents
  /** In less out; negative on a day with more refunds than payments. */
  readonly expected: Cents
}

export type ClosedMethod = MethodTotals & { readonly counted: Cents }

type DayEntry = LedgerEntry & {
  readonly method: PaymentMethod
  readonly voidsEntryId: string | null
}

/** A day's entries by method, every method once. A voided payment, which is voided on its own day, counts as never taken. */
export function methodTotalsOf(entries: readonly DayEntry[]): MethodTotals[] {
  const amountOf = (method: PaymentMethod, isCounted: (entry: DayEntry) => boolean): Cents =>
    sum(entries.filter(entry => entry.method === method && isCounted(entry)).map(({ amount }) => amount))
  return PAYMENT_METHODS.map(method => {
    const taken = amountOf(method, ({ kind }) => kind !== 'refund')
    const voided = amountOf(method, ({ voidsEntryId }) => voidsEntryId !== null)
    const out = amountOf(method, ({ kind, voidsEntryId }) => kind === 'refund' && voidsEntryId === null)
    const moneyIn = cents(taken - voided)
    return { method, in: moneyIn, out, expected: cents(moneyIn - out) }
  })
}

/** What was counted beyond what was expected; negative if money is missing. */
export const differenceOf = (lines: readonly Pick<ClosedMethod, 'expected' | 'counted'>[]): Cents =>
  sum(lines.map(({ expected, counted }) => cents(counted - expected)))

/** Said of a close without a note of which some method was counted otherwise than expected. */
export const EXPLAIN_DIFFERENCE = 'Say why it differs from what was expected.'

type Count = { readonly expected: number; readonly counted: number }

/** Whether any method was counted otherwise than expected, also if they cancel each other out. */
export const isDifferent = (lines: readonly Count[]): boolean =>
  lines.some(({ expected, counted }) => expected !== counted)

/**
 * The lines of a close: today's totals with what was counted. Null if another amount was expected on screen than there
 * is now, or a method is missing.
 */
export function closedLinesOf(
  totals: readonly MethodTotals[],
  counts: readonly Pick<ClosedMethod, 'method' | 'expected' | 'counted'>[],
): ClosedMethod[] | null {
  const lines = totals.flatMap(total => {
    const count = counts.find(({ method }) => method === total.method)
    return count?.expected === total.expected ? [{ ...total, counted: count.counted }] : []
  })
  return lines.length === totals.length ? lines : null
}
