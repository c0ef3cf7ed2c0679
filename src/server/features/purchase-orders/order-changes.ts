// What the commands on an order have in common: they lock it, and log what they did on its tickets.

import type { OrderLine } from '#domain/purchase-orders/purchase-order.ts'
import type { ActivityDetail, TicketAction } from '#domain/tickets/activity.ts'
import { partLabel } from '#domain/tickets/part.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { movePromises } from '#server/features/promised-days/moved-promise-store.ts'
import { findTicket, listTickets, lockTickets, recordActivity } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { lockOrder, type StoredOrder } from './store.ts'

export async function getOrder(work: UnitOfWork, orderId: string): Promise<StoredOrder> {
  const order = await lockOrder(work, orderId)
  if (order === null) throw notFound()
  return order
}

export function getLine({ lines }: StoredOrder, lineId: string): OrderLine {
  const line = lines.find(each => each.lineId === lineId)
  if (line === undefined) throw notFound('This part is no longer on the order.')
  return line
}

type CompanyAction =
  | 'add-order-line'
  | 'remove-order-line'
  | 'place-order'
  | 'expect-order-line'
  | 'receive-order-line'
  | 'undo-receipt'
  | 'change-order-details'
  | 'return-core'
  | 'undo-core-return'
  | 'return-order-line'
  | 'undo-vendor-return'
  | 'credit-vendor-return'
  | 'email-order'
  | 'close-order'
  | 'reopen-order'

export const recordOfCompany = (
  work: UnitOfWork,
  verb: CompanyAction,
  detail: ActivityDetail | null = null,
): void =>
  work.recordChange({ kind: 'company', id: work.companyId, verb: `company.${verb}`, card: null, detail })

type ActionOfBoth = { readonly ticket: TicketAction; readonly company: CompanyAction }

/** Logs it on the line's ticket, whose pages then refetch; without one on the company. */
export async function recordOfLine(
  work: UnitOfWork,
  line: OrderLine,
  verbs: ActionOfBoth,
  detail: ActivityDetail = {},
): Promise<void> {
  const ticket = line.ticketId === null ? null : await findTicket(work, line.ticketId)
  const { reason } = detail
  if (ticket === null) recordOfCompany(work, verbs.company, reason === undefined ? null : { reason })
  else recordActivity(work, ticket, verbs.ticket, { part: partLabel(line), ...detail })
}

/** The tickets of these lines, locked. */
export async function lockTicketsOf(work: UnitOfWork, lines: readonly OrderLine[]): Promise<Ticket[]> {
  const ticketIds = [...new Set(lines.flatMap(({ ticketId }) => ticketId ?? []))]
  if (ticketIds.length === 0) return []
  lockTickets(work, ticketIds)
  return listTickets(work, ticketIds)
}

/** Logs a step of a whole order, on the tickets of these lines too. */
export function recordOfOrder(
  work: UnitOfWork,
  lines: readonly OrderLine[],
  tickets: readonly Ticket[],
  verbs: ActionOfBoth,
): void {
  recordOfCompany(work, verbs.company)
  for (const ticket of tickets)
    for (const line of lines)
      if (line.ticketId === ticket.ticketId)
        recordActivity(work, ticket, verbs.ticket, { part: partLabel(line) })
}

/** Moves the promises of tickets whose ordered parts come later. The caller locks the tickets. */
export async function moveLatePromises(work: UnitOfWork, lines: readonly OrderLine[]): Promise<void> {
  const expected = lines.flatMap(({ ticketId, expectedOn: day }) =>
    ticketId === null || day === null ? [] : [{ ticketId, day }],
  )
  // Of several parts of a ticket the last one counts.
  const sorted = expected.toSorted((one, other) => one.day.localeCompare(other.day))
  await movePromises(work, new Map(sorted.map(({ ticketId, day }) => [ticketId, { by: 'part', day }])))
}
