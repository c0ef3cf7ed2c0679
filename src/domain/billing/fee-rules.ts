// Fees that a company charges by rule. Each is off until the owner sets it, and proposed, never charged by itself.

import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { formatPercentage } from '#domain/lib/percentage.ts'
import { METHOD_LABELS, type PaymentMethod } from './ledger.ts'

/** Ten-thousandths of a percent, of what is paid. */
export type MethodFee = { readonly method: PaymentMethod; readonly percentage: number }

export const MAX_FEE_DAYS = 365
export const MAX_CANCELLATION_HOURS = 168
export const FEE_INTERVALS = ['once', 'month'] as const

/** Either an amount, or a percentage (ten-thousandths of a percent) of what is open of the invoice. */
export type LateFee = {
  /** Days past due. */
  readonly afterDays: number
  readonly amount: Cents | null
  readonly percentage: number | null
  readonly every: (typeof FEE_INTERVALS)[number]
}

export type FeeRules = {
  /** Each with the highest percentage that the owner allows; null for no limit. */
  readonly methods: readonly (MethodFee & { readonly cap: number | null })[]
  readonly late: LateFee | null
  /** `freeDays` are from Finalize until the RV is to be picked up. */
  readonly storage: { readonly freeDays: number; readonly perDay: Cents } | null
  readonly noShow: Cents | null
  /** Of an appointment that the customer cancels less than `hoursBefore` before it. */
  readonly lateCancellation: { readonly hoursBefore: number; readonly amount: Cents } | null
}

export const NO_FEE_RULES: FeeRules = {
  ...{ methods: [], late: null, storage: null, noShow: null, lateCancellation: null },
}

/** What an invoice says of fees. Later changes of the rules do not count for it. */
export type FeeTerms = { readonly methods: readonly MethodFee[]; readonly late: LateFee | null }

/** The terms of an invoice that is issued now; null without any. */
export const feeTermsOf = ({ methods, late }: FeeRules): FeeTerms | null =>
  methods.length === 0 && late === null
    ? null
    : { methods: methods.map(({ method, percentage }) => ({ method, percentage })), late }

/** What of an invoice's terms the company still charges. `terms`: undefined for an invoice without any. */
export const chargedTerms = (terms: FeeTerms | undefined, rules: FeeRules): FeeTerms => ({
  methods: (terms?.methods ?? []).filter(({ method }) => rules.methods.some(rule => rule.method === method)),
  late: rules.late === null ? null : (terms?.late ?? null),
})

/** `Card payments add 3.5%.` */
export const describeMethodFee = ({ method, percentage }: MethodFee): string =>
  `${METHOD_LABELS[method]} payments add ${formatPercentage(percentage)}.`

const dayCount = (count: number): string => (count === 1 ? '1 day' : `${count} days`)

/** `5%`, `$25.00` */
const rateOf = ({ amount, percentage }: LateFee): string =>
  amount === null ? formatPercentage(percentage ?? 0) : formatMoney(amount)

/** `5% of what is open is added 15 days after the due date.` */
function describeLateFee(late: LateFee): string {
  const what = late.amount === null ? `${rateOf(late)} of what is open` : rateOf(late)
  const again = late.every === 'month' ? ', and again each month after that' : ''
  return `${what} is added ${dayCount(late.afterDays)} after the due date${again}.`
}

/** The terms as an invoice has them, a sentence each. */
export const describeFeeTerms = ({ methods, late }: FeeTerms): string[] => [
  ...methods.map(describeMethodFee),
  ...(late === null ? [] : [`Paid late: ${describeLateFee(late)}`]),
]

/** All of a company's rules, a sentence each. */
export const describeFeeRules = ({
  methods,
  late,
  storage,
  noShow,
  lateCancellation,
}: FeeRules): string[] => [
  ...methods.map(
    rule =>
      `${describeMethodFee(rule)}${rule.cap === null ? '' : ` At most ${formatPercentage(rule.cap)} is allowed.`}`,
  ),
  ...(late === null ? [] : [`Paid late: ${describeLateFee(late)}`]),
  ...(storage === null
    ? []
    : [`Storage: ${formatMoney(storage.perDay)} a day, ${describeFreeDays(storage.freeDays)}.`]),
  ...(noShow === null ? [] : [`No-show: ${formatMoney(noShow)}.`]),
  ...(lateCancellation === null
    ? []
    : [
        `Canceled less than ${lateCancellation.hoursBefore === 1 ? 'an hour' : `${lateCancellation.hoursBefore} hours`} before the appointment: ${formatMoney(lateCancellation.amount)}.`,
      ]),
]

const describeFreeDays = (freeDays: number): string =>
  freeDays === 0 ? 'from the day after Finalize' : `more than ${dayCount(freeDays)} after Finalize`
