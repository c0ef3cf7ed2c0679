// What came of an order comes to, beside the vendor's invoice, and the cores that are still owed.

import { type Cents, cents, formatMoney, NO_MONEY, sum, timesFraction } from '#domain/lib/money.ts'
import { sumOfQuantities } from '#domain/lib/quantity.ts'
import { netReceivedOf, type OrderLine, type PurchaseOrder, receivedOf } from './purchase-order.ts'

/** So many at this price each; a fraction of a cent is rounded. */
export const amountFor = (each: Cents, quantity: number): Cents =>
  timesFraction(each, Math.round(quantity * 1000), 1000)

type Amounts = {
  /** What was received, at cost. */
  readonly parts: Cents
  readonly cores: Cents
  readonly freight: Cents
  readonly total: Cents
}

/** What the vendor can bill of an order: what was received with its core charges, and freight. */
export function amountsOf({ lines, freight }: Pick<PurchaseOrder, 'lines' | 'freight'>): Amounts {
  const parts = sum(lines.map(line => amountFor(line.cost, receivedOf(line))))
  const cores = sum(lines.map(line => amountFor(line.coreCharge ?? NO_MONEY, receivedOf(line))))
  const toPay = freight ?? NO_MONEY
  return { parts, cores, freight: toPay, total: sum([parts, cores, toPay]) }
}

/** How the total of the vendor's invoice differs from what came comes to, as a sentence. */
export function invoiceSentence(invoiceTotal: Cents, total: Cents): string {
  const difference = invoiceTotal - total
  if (difference === 0) return 'The invoice matches what was received.'
  const amount = formatMoney(cents(Math.abs(difference)))
  return `The invoice is ${amount} ${difference > 0 ? 'more' : 'less'} than what was received.`
}

type Cores = Pick<OrderLine, 'receipts' | 'coreCharge' | 'coreReturns' | 'vendorReturns'>

const coresReturned = ({ coreReturns }: Cores): number => receivedOf({ receipts: coreReturns })

/** How many cores of a line are still to be returned; 0 for one without a core charge. A returned part has its core. */
export const coresOwed = (line: Cores): number =>
  line.coreCharge === null ? 0 : Math.max(0, sumOfQuantities([netReceivedOf(line), -coresReturned(line)]))

/** Why so many cores of a line cannot be returned; null if they can. */
export function coreReturnProblem(line: Cores, quantity: number): string | null {
  const owed = coresOwed(line)
  if (quantity <= owed) return null
  if (owed === 0) return 'No cores left to return.'
  return owed === 1 ? 'Only 1 core is owed.' : `Only ${owed} cores are owed.`
}

/** Why a line cannot have this core charge; null if it can. */
export const coreChargeProblem = (line: Cores, coreCharge: Cents | null): string | null =>
  coreCharge === null && coresReturned(line) > 0
    ? 'Cores were already returned. Leave the core charge.'
    : null
