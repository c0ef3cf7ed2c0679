import { formatHours } from '#domain/lib/hours.ts'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { type TotalRow, Totals } from '#web/ui/numbers.tsx'

/** A requested line, in dollars. */
type PricedLine = {
  readonly hours: number
  readonly laborRate: number | null
  readonly laborRateName?: string | undefined
  readonly labor: number
  readonly parts: readonly {
    readonly description: string
    readonly quantity: number
    readonly perPartAmount: number | null
    readonly totalAmount: number | null
  }[]
  readonly partsAmount: number
  readonly shopSupplies: number
  readonly suppliesLabel?: string | undefined
  readonly total: number | null
}

export const formatDollars = (dollars: number | null): string =>
  dollars === null ? 'no price yet' : formatMoney(fromDollars(dollars))

const timesEach = (count: string, each: number): string => `${count} × ${formatMoney(fromDollars(each))}`

const laborRow = ({ hours, laborRate, laborRateName, labor }: PricedLine): TotalRow => ({
  label: laborRateName === undefined ? 'Labor' : `Labor, ${laborRateName}`,
  amount: formatDollars(labor),
  hint: laborRate === null ? formatHours(hours) : `${timesEach(formatHours(hours), laborRate)}/hr`,
})

const partRow = ({
  description,
  quantity,
  perPartAmount,
  totalAmount,
}: PricedLine['parts'][number]): TotalRow => ({
  label: description === '' ? 'Part' : description,
  amount: formatDollars(totalAmount),
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
      ...(line.hours > 0 ? [laborRow(line)] : []),
      ...line.parts.map(partRow),
      ...(line.partsAmount > 0
        ? [
            {
              label: 'Shop supplies',
              amount: formatDollars(line.shopSupplies),
              hint: line.suppliesLabel ?? '10% of parts',
            },
          ]
        : []),
      {
        label: total,
        amount: formatDollars(line.total),
        hint: totalHint,
        strong: true,
      },
    ]}
  />
)

/** The same in one line, for the desk. */
export function describePrice({ hours, labor, partsAmount, shopSupplies }: PricedLine): string {
  const components = [
    ...(hours > 0 ? [`Labor ${formatDollars(labor)} (${formatHours(hours)})`] : []),
    ...(partsAmount > 0
      ? [`parts ${formatDollars(partsAmount)}`, `shop supplies ${formatDollars(shopSupplies)}`]
      : []),
  ]
  return components.join(' + ')
}
