// What a company that bills adds to an estimate: the tax of its default rate, the deposit, terms, and a place to sign, unless it is signed.

import type { EmphasizedValue, EstimateTerms } from '#domain/documents/ticket-document.ts'
import { type Cents, cents, formatMoney } from '#domain/lib/money.ts'
import { formatPercentage } from '#domain/lib/percentage.ts'
import { chargesOf, invoiceSums } from './invoice.ts'
import { termsOf } from './issued-document.ts'
import type { BillingSettings } from './settings.ts'
import type { TaxRate } from './tax.ts'

type EstimateTermsInput = {
  readonly ticket: Parameters<typeof chargesOf>[0]
  readonly laborRate: Cents | null
  /** What would be charged today. */
  readonly rates: readonly TaxRate[]
  readonly settings: Pick<BillingSettings, 'paymentTermsDays' | 'footText'>
  /** The deposit that is asked for, and what of it is missing; null for none. */
  readonly deposit: { readonly asked: Cents; readonly due: Cents } | null
  /** What was paid so far. */
  readonly received: Cents
  /** The customer's page of the ticket; null without a link. */
  readonly url: string | null
  /** Whether a deposit can be paid there. */
  readonly isPayable: boolean
  /** Whether the customer signed it as it is. */
  readonly isSigned: boolean
}

const row = (label: string, amount: Cents, isStrong = false): EmphasizedValue => ({
  label,
  value: formatMoney(amount),
  isStrong,
})

function captionOf({ deposit, isPayable }: EstimateTermsInput): string {
  const isDue = deposit !== null && deposit.due > 0 && isPayable
  return isDue
    ? 'Scan to approve, pay the deposit and follow the work'
    : 'Scan to approve and follow the work'
}

/** Its amounts continue those of the estimate. */
export function estimateTermsOf(input: EstimateTermsInput): EstimateTerms {
  const { ticket, laborRate, rates, settings, deposit, received, url } = input
  const { taxes, total } = invoiceSums(chargesOf(ticket, laborRate), [], rates)
  return {
    about: [{ label: 'Terms', value: termsOf(settings) }],
    totals: [
      ...taxes.map(({ name, percentage, base, amount }) =>
        row(`${name} ${formatPercentage(percentage)} on ${formatMoney(base)}`, amount),
      ),
      ...(taxes.length === 0 ? [] : [row('Estimated total', total, true)]),
      ...(deposit === null ? [] : [row('Deposit asked for', deposit.asked)]),
      ...(received === 0 ? [] : [row('Paid so far', cents(-received))]),
      ...(deposit === null ? [] : [row('Deposit still to pay', deposit.due, true)]),
    ],
    notes: taxes.length === 0 ? [] : ['The tax is an estimate too. Your invoice has the tax of its day.'],
    footText: settings.footText,
    signature: input.isSigned ? null : 'Approved by customer',
    link: url === null ? null : { url, caption: captionOf(input) },
  }
}
