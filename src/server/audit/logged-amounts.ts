// The amounts of logged invoices and payments. The log itself holds no money, because technicians read it too.

import { describeAmount } from '#domain/billing/ledger.ts'
import { formatMoney } from '#domain/lib/money.ts'
import type { ActivityDetail } from '#domain/tickets/activity.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** Entries of the log with the amount of each that is about an invoice or a payment; for those who may see money. */
export async function withAmounts<Entry extends { readonly detail: ActivityDetail | null }>(
  work: UnitOfWork,
  entries: readonly Entry[],
): Promise<Entry[]> {
  const invoiceIds = entries.flatMap(({ detail }) => detail?.invoiceId ?? [])
  const entryIds = entries.flatMap(({ detail }) => detail?.entryId ?? [])
  const [invoices, payments] = await Promise.all([
    invoiceIds.length === 0
      ? []
      : work.from('invoice').select(['invoiceId', 'total']).where('invoiceId', 'in', invoiceIds).execute(),
    entryIds.length === 0
      ? []
      : work
          .from('ledgerEntry')
          .select(['entryId', 'amount', 'method'])
          .where('entryId', 'in', entryIds)
          .execute(),
  ])
  const amounts = new Map([
    ...invoices.map(({ invoiceId, total }) => [invoiceId, formatMoney(total)] as const),
    ...payments.map(({ entryId, amount, method }) => [entryId, describeAmount(amount, method)] as const),
  ])
  return entries.map(entry => {
    const amount = amounts.get(entry.detail?.entryId ?? entry.detail?.invoiceId ?? '')
    return amount === undefined ? entry : { ...entry, detail: { ...entry.detail, amount } }
  })
}
