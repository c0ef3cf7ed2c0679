// What pages say of a part that is on a purchase order.

import { formatDay } from '#domain/lib/company-time.ts'
import { sumOfQuantities } from '#domain/lib/quantity.ts'

export const PART_STAGES = ['needed', 'ordered', 'backordered', 'received', 'returned', 'canceled'] as const
export type PartStage = (typeof PART_STAGES)[number]

/** What a ticket's page says of a part that is on an order; nothing of its cost. */
export type PartOrder = {
  readonly stage: PartStage
  /** Of the order. */
  readonly number: number
  readonly quantity: number
  readonly received: number
  readonly expectedOn: string | null
  /** Where the newest piece is; may be empty. */
  readonly place: string
  /** How many of the part came or may still come, on all orders. */
  readonly covered: number
}

type Expected = Pick<PartOrder, 'stage' | 'expectedOn'>

/** Whether it should have come before that day, `YYYY-MM-DD`. */
export const isLate = ({ stage, expectedOn }: Expected, today: string): boolean =>
  (stage === 'ordered' || stage === 'backordered') && expectedOn !== null && expectedOn < today

function formatExpected(expected: Expected, today: string): string {
  const { expectedOn } = expected
  if (expectedOn === null) return 'on order'
  return isLate(expected, today)
    ? `late since ${formatDay(expectedOn)}`
    : `on order, expected ${formatDay(expectedOn)}`
}

const capitalized = (sentence: string): string => sentence.charAt(0).toUpperCase() + sentence.slice(1)

/** `On order, expected Fri, Dec 4`, `Late since Fri, Dec 4`, `Received, shelf B`. `today` is the company's. */
export function partOrderLabel(order: Omit<PartOrder, 'covered'>, today: string): string {
  const { stage, quantity, received, place } = order
  const at = place === '' ? '' : `, ${place}`
  switch (stage) {
    case 'needed':
      return `To be ordered (order ${order.number})`
    case 'ordered':
      return capitalized(formatExpected(order, today))
    case 'backordered':
      return `${received} of ${quantity} received${at}; the rest ${formatExpected(order, today)}`
    case 'received':
      return received < quantity ? `${received} of ${quantity} received${at}` : `Received${at}`
    case 'returned':
      return 'Returned to the vendor'
    case 'canceled':
      return 'Order canceled'
  }
}

/** How many of a part can still go on an order: what none brought or may bring; 0 for all or more. */
export const orderableOf = (
  order: Pick<PartOrder, 'covered'> | null,
  { quantity }: { readonly quantity: number },
): number => Math.max(0, sumOfQuantities([quantity, -(order?.covered ?? 0)]))

/** Whether an order may still bring it. */
export const isOnOrder = ({ stage }: Pick<PartOrder, 'stage'>): boolean =>
  stage === 'needed' || stage === 'ordered' || stage === 'backordered'

/** That a part may still come is said before that it came. */
const rankOf = (order: PartOrder): number =>
  isOnOrder(order) ? 3 : ['canceled', 'returned', 'received'].indexOf(order.stage)

/** What is said of a part on several orders, at least one: of those that may still bring it the newest. */
export function mergedPartOrder(orders: readonly [PartOrder, ...PartOrder[]]): PartOrder {
  const [said = orders[0]] = orders.toSorted(
    (one, other) => rankOf(other) - rankOf(one) || other.number - one.number,
  )
  return { ...said, covered: sumOfQuantities(orders.map(({ covered }) => covered)) }
}
