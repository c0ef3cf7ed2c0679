// Optimistic changes of a ticket's parts (see optimistic-ticket.ts). Totals come from the server.

import type { Cents } from '#domain/lib/money.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import type { PartView, TicketView } from '#web/features/tickets/ticket-view.ts'

type SubletView = NonNullable<PartView['sublet']>
type TypedSublet = Pick<SubletView, 'supplier'> & {
  readonly [Field in 'reference' | 'cost' | 'expectedOn']?: SubletView[Field] | undefined
}

const toSublet = (typed: TypedSublet | null, bill: SubletView['bill'] = null): SubletView | null =>
  typed && {
    bill,
    supplier: typed.supplier,
    reference: typed.reference ?? '',
    cost: typed.cost ?? null,
    expectedOn: typed.expectedOn ?? null,
  }

type NewPart = {
  readonly quantity: number
  readonly description?: string | undefined
  readonly perPartAmount?: Cents | undefined
  readonly jobNumber?: number | undefined
  readonly sublet?: TypedSublet | null | undefined
}

export function partAdded(ticket: TicketView, added: NewPart, partId: string = randomUuid()): TicketView {
  const { quantity, description = '', perPartAmount = null, jobNumber = null, sublet = null } = added
  const part: PartView = {
    partId,
    quantity,
    description: description.trim(),
    jobNumber,
    perPartAmount,
    isPriced: perPartAmount !== null,
    totalAmount: null,
    sublet: toSublet(sublet),
    order: null,
    stock: null,
    optimistic: 'adding',
  }
  return { ...ticket, parts: [...ticket.parts, part] }
}

type PartChanges = Pick<PartView, 'partId'> & {
  readonly description?: string | undefined
  readonly perPartAmount?: Cents | null | undefined
  readonly jobNumber?: number | null | undefined
  readonly sublet?: TypedSublet | null | undefined
}

/** A new price, another job line, or what is noted of a sublet. */
export const partChanged = (
  ticket: TicketView,
  { partId, description, perPartAmount, jobNumber, sublet }: PartChanges,
): TicketView => ({
  ...ticket,
  parts: ticket.parts.map(part =>
    part.partId === partId
      ? {
          ...part,
          ...(description === undefined ? {} : { description: description.trim() }),
          ...(jobNumber === undefined ? {} : { jobNumber }),
          ...(sublet === undefined ? {} : { sublet: toSublet(sublet, part.sublet?.bill) }),
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
