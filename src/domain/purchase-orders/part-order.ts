// What pages say of a part that is on a purchase order.

import { formatDay } from '#domain/lib/company-time.ts'

export const PART_STAGES = ['needed', 'ordered', 'backordered', 'received', 'canceled'] as const
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
export function partOrderLabel(order: PartOrder, today: string): string {
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
    case 'canceled':
      return 'Order canceled'
  }
}

/** Whether a part can go on an order: it is on none that may still bring it, and not all of it came. */
export const isOrderable = (order: PartOrder | null, { quantity }: { readonly quantity: number }): boolean =>
  order === null || order.stage === 'canceled' || (order.stage === 'received' && order.received < quantity)

/** Whether an order may still bring it. */
export const isOnOrder = ({ stage }: Pick<PartOrder, 'stage'>): boolean =>
  stage !== 'received' && stage !== 'canceled'
