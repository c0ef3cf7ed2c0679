import { creditedBy, isFullyCredited } from '#domain/billing/ledger.ts'
import type { Cents } from '#domain/lib/money.ts'

type CreditedInvoice = { readonly total: Cents; readonly creditNotes: readonly { readonly total: Cents }[] }

/** Whether credit notes did not take all of the invoice back. */
export const isOpenInvoice = ({ total, creditNotes }: CreditedInvoice): boolean =>
  !isFullyCredited({ total, credited: creditedBy(creditNotes) })
