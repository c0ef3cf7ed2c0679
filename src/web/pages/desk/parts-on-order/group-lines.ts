// The one list of what is needed, on order and late, by order, ticket or day.

import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { sumOfQuantities } from '#domain/lib/quantity.ts'
import { isLate, partOrderLabel } from '#domain/purchase-orders/part-order.ts'
import { isCreditOwed } from '#domain/purchase-orders/vendor-returns.ts'

export type Order = InferContractRouterOutputs<Contract>['purchaseOrders']['list']['orders'][number]
/** A line with its order. */
export type ListedLine = Order['lines'][number] & { readonly order: Order }

export type GroupBy = 'order' | 'ticket' | 'day'

type Group = {
  readonly key: string
  readonly title: string
  /** Whose lines these are, if all are of one. */
  readonly order: Order | null
  readonly lines: readonly ListedLine[]
}

const NO_VENDOR = 'a removed vendor'

export const orderTitle = ({ number, vendor }: Order): string =>
  `Order ${number} · ${vendor?.name ?? NO_VENDOR}`

function dayGroup(line: ListedLine, today: string) {
  if (line.stage === 'needed') return { key: '0', title: 'To be ordered' }
  if (line.stage === 'received' || line.stage === 'returned') return { key: '9', title: 'Received' }
  if (isLate(line, today)) return { key: '1', title: 'Late' }
  return line.expectedOn === null
    ? { key: '8', title: 'No day yet' }
    : { key: `2${line.expectedOn}`, title: formatDay(line.expectedOn) }
}

/** How far a line is, in words. `today` is the company's. */
export const statusOf = (line: ListedLine, today: string): string =>
  partOrderLabel(
    { ...line, received: sumOfQuantities([line.received, -line.returned]), number: line.order.number },
    today,
  )

/** Which lines are listed alone: those that are late, with cores to be returned, or credits to come; all with null. */
export type OnlyLines = 'late' | 'cores' | 'credits' | null

/** The lines with their orders. */
export const listLines = (orders: readonly Order[], today: string, only: OnlyLines): ListedLine[] =>
  orders
    .flatMap(order => order.lines.map(line => ({ ...line, order })))
    .filter(line => only !== 'late' || isLate(line, today))
    .filter(line => only !== 'cores' || line.coresOwed > 0)
    .filter(line => only !== 'credits' || line.vendorReturns.some(isCreditOwed))

/**
 * The listed lines in groups: by order as listed, also those without lines unless some alone are asked for; by ticket
 * with the lowest first; or by day with the late ones first.
 */
export function groupLines(
  orders: readonly Order[],
  { by, today, only }: { readonly by: GroupBy; readonly today: string; readonly only: OnlyLines },
): Group[] {
  const lines = listLines(orders, today, only)
  if (by === 'order')
    return orders
      .map(order => ({
        ...{ key: order.orderId, title: orderTitle(order), order },
        lines: lines.filter(line => line.order === order),
      }))
      .filter(group => only === null || group.lines.length > 0)
  const keyOf = (line: ListedLine) => {
    if (by === 'day') return dayGroup(line, today)
    return line.ticketId === null
      ? { key: '~', title: 'No ticket' }
      : { key: String(line.ticketId), title: `Ticket ${line.ticketId}` }
  }
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const found = keyOf(line)
    groups.set(found.key, { ...found, order: null, lines: [...(groups.get(found.key)?.lines ?? []), line] })
  }
  return [...groups.values()].sort((one, other) => (one.key < other.key ? -1 : 1))
}
