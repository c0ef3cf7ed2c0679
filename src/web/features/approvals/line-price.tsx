import { formatHours } from '#domain/lib/hours.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { FLAT_PRICE } from '#domain/tickets/labor.ts'
import { type TotalRow, Totals } from '#web/ui/numbers.tsx'

/** A requested line. */
type PricedLine = {
  readonly hours: number
  readonly isFlatPrice?: boolean | undefined
  readonly clockTerms?: string | undefined
  readonly laborRate: Cents | null
  readonly laborRateName?: string | undefined
  readonly labor: Cents
  readonly parts: readonly {
    readonly description: string
    readonly quantity: number
    readonly perPartAmount: Cents | null
    readonly totalAmount: Cents | null
  }[]
  readonly partsAmount: Cents
  readonly shopSupplies: Cents
  readonly suppliesLabel?: string | undefined
  readonly total: Cents | null
}

export const formatPrice = (price: Cents | null): string =>
  price === null ? 'no price yet' : formatMoney(price)

const timesEach = (count: string, each: Cents): string => `${count} × ${formatMoney(each)}`

const hasLabor = ({ hours, isFlatPrice }: PricedLine): boolean => isFlatPrice || hours > 0

const laborRow = ({
  hours,
  isFlatPrice,
  clockTerms,
  laborRate,
  laborRateName,
  labor,
}: PricedLine): TotalRow => ({
  label: ['Labor', laborRateName ?? [], clockTerms === undefined ? [] : 'estimate'].flat().join(', '),
  amount: formatPrice(labor),
  hint: isFlatPrice
    ? FLAT_PRICE
    : laborRate === null
      ? formatHours(hours)
      : `${timesEach(formatHours(hours), laborRate)}/hr`,
})

const partRow = ({
  description,
  quantity,
  perPartAmount,
  totalAmount,
}: PricedLine['parts'][number]): TotalRow => ({
  label: description === '' ? 'Part' : description,
  amount: formatPrice(totalAmount),
  ...(perPartAmount === null || quantity === 1 ? {} : { hint: timesEach(String(quantity), perPartAmount) }),
})

type LinePriceProps = {
  line: PricedLine
  /** The label of the total. */
  total: string
  /** What the total does not include; null for nothing. */
  totalHint: string | null
}

/** A line's total, and its parts. */
export const LinePrice = ({ line, total, totalHint }: LinePriceProps) => (
  <Totals
    rows={[
      ...(hasLabor(line) ? [laborRow(line)] : []),
      ...line.parts.map(partRow),
      ...(line.partsAmount > 0
        ? [
            {
              label: 'Shop supplies',
              amount: formatPrice(line.shopSupplies),
              hint: line.suppliesLabel ?? '10% of parts',
            },
          ]
        : []),
      { label: total, amount: formatPrice(line.total), hint: totalHint, strong: true },
    ]}
    notes={line.clockTerms === undefined ? [] : [`${line.clockTerms}.`]}
  />
)

/** The same in one line, for the desk. */
export function describePrice(line: PricedLine): string {
  const { hours, isFlatPrice, clockTerms, labor, partsAmount, shopSupplies } = line
  const basis = isFlatPrice
    ? 'flat price'
    : `${formatHours(hours)}${clockTerms === undefined ? '' : ' estimated'}`
  const components = [
    ...(hasLabor(line) ? [`Labor ${formatPrice(labor)} (${basis})`] : []),
    ...(partsAmount > 0
      ? [`parts ${formatPrice(partsAmount)}`, `shop supplies ${formatPrice(shopSupplies)}`]
      : []),
  ]
  return components.join(' + ')
}
