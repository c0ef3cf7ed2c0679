import { printHours } from '#domain/lib/hours.ts'
import { fromDollars, printMoney } from '#domain/lib/money.ts'
import { type Total, Totals } from '#web/ui/numbers.tsx'

/** A line as it is asked about, in dollars. */
export type PricedLine = {
  readonly hours: number
  readonly laborRate: number | null
  readonly labor: number
  readonly parts: readonly {
    readonly description: string
    readonly quantity: number
    readonly perPartAmount: number | null
    readonly totalAmount: number | null
  }[]
  readonly partsAmount: number
  readonly shopSupplies: number
  readonly total: number | null
}

export const dollarWords = (dollars: number | null): string =>
  dollars === null ? 'no price yet' : printMoney(fromDollars(dollars))

const timesEach = (count: string, each: number): string => `${count} × ${printMoney(fromDollars(each))}`

const laborRow = ({ hours, laborRate, labor }: PricedLine): Total => ({
  label: 'Labor',
  amount: dollarWords(labor),
  hint: laborRate === null ? printHours(hours) : `${timesEach(printHours(hours), laborRate)} an hour`,
})

const partRow = ({
  description,
  quantity,
  perPartAmount,
  totalAmount,
}: PricedLine['parts'][number]): Total => ({
  label: description === '' ? 'Part' : description,
  amount: dollarWords(totalAmount),
  ...(perPartAmount === null || quantity === 1 ? {} : { hint: timesEach(String(quantity), perPartAmount) }),
})

/** What a line costs all in, and what that is made of. */
export const LinePrice = ({ line, total }: { line: PricedLine; total: string }) => (
  <Totals
    rows={[
      ...(line.hours > 0 ? [laborRow(line)] : []),
      ...line.parts.map(partRow),
      ...(line.partsAmount > 0
        ? [{ label: 'Shop supplies', amount: dollarWords(line.shopSupplies), hint: '10 % of the parts' }]
        : []),
      { label: total, amount: dollarWords(line.total), strong: true },
    ]}
  />
)

/** The same in one line, for the desk. */
export function priceWords({ hours, labor, partsAmount, shopSupplies }: PricedLine): string {
  const pieces = [
    ...(hours > 0 ? [`Labor ${dollarWords(labor)} (${printHours(hours)})`] : []),
    ...(partsAmount > 0
      ? [`parts ${dollarWords(partsAmount)}`, `shop supplies ${dollarWords(shopSupplies)}`]
      : []),
  ]
  return pieces.join(' + ')
}
