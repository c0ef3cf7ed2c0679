// Optimistic changes of a ticket's parts (see optimistic-ticket.ts). Totals come from the server.

import type { Cents } from '#domain/lib/money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import type { PartView, TicketView } from '#web/features/tickets/ticket-view.ts'

type NewPart = {
  readonly quantity: number
  readonly description?: string | undefined
  readonly perPartAmount?: Cents | undefined
  readonly jobNumber?: number | undefined
}

export function partAdded(ticket: TicketView, added: NewPart, partId: string = randomUuid()): TicketView {
  const { quantity, description = '', perPartAmount = null, jobNumber = null } = added
  const part: PartView = {
    partId,
    quantity,
    description: description.trim(),
    jobNumber,
    perPartAmount,
    isPriced: perPartAmount !== null,
    totalAmount: null,
    optimistic: 'adding',
  }
  return { ...ticket, parts: [...ticket.parts, part] }
}

type PartChanges = Pick<PartView, 'partId'> & {
  readonly perPartAmount?: Cents | null | undefined
  readonly jobNumber?: number | null | undefined
}

/** A new price, or another job line. */
export const partChanged = (
  ticket: TicketView,
  { partId, perPartAmount, jobNumber }: PartChanges,
): TicketView => ({
  ...ticket,
  parts: ticket.parts.map(part =>
    part.partId === partId
      ? {
          ...part,
          ...(jobNumber === undefined ? {} : { jobNumber }),
          ...(perPartAmount === undefined
            ? {}
            : { perPartAmount, isPriced: perPartAmount !== null, totalAmount: null }),
        }
      : part,
  ),
})

export const partRemoved = (ticket: TicketView, { partId }: Pick<PartView, 'partId'>): TicketView => ({
  ...ticket,
  parts: ticket.parts.filter(part => part.partId !== partId),
})
