// Parts that go back to their vendor: how many can, what the vendor credits for them, and mistakes taken back.

import { type Cents, cents, formatMoney, NO_MONEY, sum } from '#domain/lib/money.ts'
import { sumOfQuantities } from '#domain/lib/quantity.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { amountFor } from './order-amounts.ts'
import {
  MAX_RECEIPTS,
  netReceivedOf,
  type OrderLine,
  receivedOf,
  type VendorReturn,
} from './purchase-order.ts'

type Returnable = Pick<OrderLine, 'receipts' | 'coreReturns' | 'vendorReturns'>

/**
 * How many pieces of a line can go back to its vendor. One whose core went back is in the rig. `fitted` is how many its
 * ticket has, if work on it has ended.
 */
export const returnableOf = (line: Returnable, fitted = 0): number =>
  Math.max(0, sumOfQuantities([netReceivedOf(line), -receivedOf({ receipts: line.coreReturns }), -fitted]))

/** Why so many of a line cannot go back; null if they can. `fitted` as in `returnableOf`. */
export function returnProblem(
  line: Returnable & Pick<OrderLine, 'ticketId'>,
  quantity: number,
  fitted: number,
): string | null {
  const most = returnableOf(line, fitted)
  if (quantity <= most) return null
  if (quantity <= returnableOf(line))
    return `Work on ticket ${line.ticketId} has ended with ${fitted} of these.`
  if (most === 0) return 'None is left to return.'
  return most === 1 ? 'Only 1 can be returned.' : `Only ${most} can be returned.`
}

type Priced = Pick<OrderLine, 'cost' | 'coreCharge'>

/** What so many pieces of a line cost, with their core charges. */
const paidFor = ({ cost, coreCharge }: Priced, quantity: number): Cents =>
  sum([amountFor(cost, quantity), amountFor(coreCharge ?? NO_MONEY, quantity)])

/** What the vendor owes for a return: what the pieces cost with their core charges, less the restocking fee. */
export const expectedCredit = (
  line: Priced,
  { quantity, restockingFee }: Pick<VendorReturn, 'quantity' | 'restockingFee'>,
): Cents => cents(paidFor(line, quantity) - restockingFee)

/** Why a return cannot have this restocking fee; null if it can. */
export function restockingFeeProblem(
  line: Priced,
  returned: Pick<VendorReturn, 'quantity' | 'restockingFee'>,
): string | null {
  const paid = paidFor(line, returned.quantity)
  return returned.restockingFee > paid ? `The fee can’t be more than ${formatMoney(paid)}.` : null
}

/** How a credit differs from what was expected, as a sentence; null if it does not. */
export function creditSentence(credited: Cents, expected: Cents): string | null {
  const difference = credited - expected
  if (difference === 0) return null
  return `${formatMoney(cents(Math.abs(difference)))} ${difference > 0 ? 'more' : 'less'} than expected`
}

/** Whether the vendor still owes a credit for a return. */
export const isCreditOwed = ({ credited, undoneAt }: Pick<VendorReturn, 'credited' | 'undoneAt'>): boolean =>
  credited === null && undoneAt === null

type Credits = { readonly expected: Cents; readonly received: Cents }

/** What vendors still owe for what went back on these lines, and what they credited. */
export function creditsOf(lines: readonly OrderLine[]): Credits {
  const returns = lines.flatMap(line =>
    line.vendorReturns
      .filter(({ undoneAt }) => undoneAt === null)
      .map(({ credited, ...returned }) => ({ credited, expected: expectedCredit(line, returned) })),
  )
  return {
    expected: sum(returns.flatMap(({ credited, expected }) => (credited === null ? expected : []))),
    received: sum(returns.flatMap(({ credited }) => credited ?? [])),
  }
}

/** The line with pieces that went back. Ask `returnProblem` before. @throws Refusal if they went back too often. */
export function addVendorReturn(line: OrderLine, added: VendorReturn): OrderLine {
  if (line.vendorReturns.length >= MAX_RECEIPTS)
    throw new Refusal([{ code: 'purchase-order.too-many-receipts', most: MAX_RECEIPTS }])
  return { ...line, vendorReturns: [...line.vendorReturns, added] }
}

/** The line with another one in place of its return of that id. */
export const withReturn = (line: OrderLine, changed: VendorReturn): OrderLine => ({
  ...line,
  vendorReturns: line.vendorReturns.map(each => (each.returnId === changed.returnId ? changed : each)),
})

/** The return with what the vendor credited, or with null as not credited yet. @throws Refusal if it was undone. */
export function creditReturn(returned: VendorReturn, credited: Cents | null): VendorReturn {
  if (returned.undoneAt !== null) throw new Refusal([{ code: 'purchase-order.return-undone' }])
  return { ...returned, credited }
}

/** The return as one that did not happen. @throws Refusal if it was undone or credited. */
export function undoReturn(returned: VendorReturn, now: Date): VendorReturn {
  if (returned.undoneAt !== null) throw new Refusal([{ code: 'purchase-order.return-undone' }])
  if (returned.credited !== null) throw new Refusal([{ code: 'purchase-order.return-credited' }])
  return { ...returned, undoneAt: now.getTime() }
}
