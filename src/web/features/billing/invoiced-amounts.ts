import type { InvoicedAmounts } from '#domain/billing/ledger.ts'
import { fromDollars } from '#domain/lib/money.ts'

type Amounts = { readonly [Name in keyof InvoicedAmounts]: number }

/** What a ticket's invoice comes to, from the dollars of the contract. */
export const inCents = ({ total, paid, due }: Amounts): InvoicedAmounts => ({
  total: fromDollars(total),
  paid: fromDollars(paid),
  due: fromDollars(due),
})
