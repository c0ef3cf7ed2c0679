import { isFullyCredited } from '#domain/billing/ledger.ts'
import { fromDollars, sum } from '#domain/lib/money.ts'

type CreditedInvoice = { readonly total: number; readonly creditNotes: readonly { readonly total: number }[] }

/** Whether credit notes did not take all of the invoice back. */
export const isOpenInvoice = ({ total, creditNotes }: CreditedInvoice): boolean =>
  !isFullyCredited({
    total: fromDollars(total),
    credited: sum(creditNotes.map(note => fromDollars(note.total))),
  })
