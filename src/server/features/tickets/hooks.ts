// What features above tickets do within a ticket's command: app/feature-hooks.ts says what that is. Each hook runs inside
// the command's transaction: when it throws, the command is rolled back.

import type { RigComponent } from '#domain/components/component.ts'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import type { PartOrder } from '#domain/purchase-orders/part-order.ts'
import type { StockSource } from '#domain/stock/stock-source.ts'
import type { Part } from '#domain/tickets/part.ts'
import type { ClosedTicket, Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { Company } from '#server/features/companies/store.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

export type TicketHooks = {
  /** Puts a ticket in a bay, or in none with null. Returns which tickets are there at its time, as a sentence. */
  readonly moveToServiceBay: (
    work: UnitOfWork,
    ticket: Ticket,
    serviceBayId: string | null,
  ) => Promise<string | null>
  /** Runs after a ticket got another VIN: what is known by the old one of its rig goes with it. */
  readonly onVinChanged: (work: UnitOfWork, before: Ticket, after: Ticket) => Promise<void>
  /** What the ticket's RV is made of; nothing in a company that does not list it. */
  readonly listComponents: (work: UnitOfWork, ticket: Ticket) => Promise<readonly RigComponent[]>
  /** How far each part of the ticket is that was ordered, by its id. */
  readonly listPartOrders: (work: UnitOfWork, ticketId: number) => Promise<ReadonlyMap<string, PartOrder>>
  /** Takes a part from stock. Returns what the ticket says of it. @throws INVALID if there is not that much. */
  readonly takeFromStock: (
    work: UnitOfWork,
    of: {
      readonly stockItemId: string
      readonly ticketId: number
      readonly partId: string
      readonly quantity: number
    },
  ) => Promise<Pick<Part, 'description' | 'perPartAmount'>>
  /** Runs before a part gets another quantity, 0 if it is removed: stock that it came from follows. */
  readonly onQuantityChanged: (
    work: UnitOfWork,
    of: { readonly ticketId: number; readonly partId: string; readonly quantity: number },
  ) => Promise<void>
  /** Where each part of the ticket is from that was taken from stock, by its id. */
  readonly listPartsFromStock: (
    work: UnitOfWork,
    ticketId: number,
  ) => Promise<ReadonlyMap<string, StockSource>>
  /** Which other tickets are in the ticket's bay at its time, as a sentence; null without any. */
  readonly findOverlapNote: (work: UnitOfWork, ticket: Ticket) => Promise<string | null>
  /** Runs after a finalized ticket is saved. Returns what became of its customer's email; undefined without one. */
  readonly onFinalized: (
    work: UnitOfWork,
    context: RequestContext,
    ticket: Ticket,
    company: Company,
  ) => Promise<EmailOutcome | undefined>
  /** Runs after a completed ticket is saved, like the one before. `before`: the finalized one. */
  readonly onCompleted: (
    work: UnitOfWork,
    context: RequestContext,
    ticket: Ticket,
    before: Ticket,
  ) => Promise<EmailOutcome | undefined>
  /** Runs with Ask Approval. */
  readonly onApprovalAsked: (work: UnitOfWork, ticket: Ticket) => void
  /** Runs with Approve Ticket. */
  readonly onApproved: (work: UnitOfWork, ticket: Ticket) => void
  /** Runs after the price of a job line may have changed, with the ticket as changed: its customer may be asked again. */
  readonly onPriceChanged: (work: UnitOfWork, context: RequestContext, ticket: Ticket) => Promise<void>
  /** Runs before a ticket is saved as closed: what is asked of its customer ends. Throws while their money is held. */
  readonly beforeClosed: (work: UnitOfWork, ticket: ClosedTicket) => Promise<void>
  /** Emails the customer that their ticket was closed. */
  readonly emailClosed: (
    work: UnitOfWork,
    context: RequestContext,
    ticket: ClosedTicket,
    company: Company,
  ) => Promise<EmailOutcome>
  /** Runs before a finalized ticket is active again. */
  readonly beforeReopened: (work: UnitOfWork, ticketId: number) => Promise<void>
  /** Runs before a job line is deleted: its number may be given to another line. */
  readonly beforeJobRemoved: (work: UnitOfWork, ticketId: number, jobNumber: number) => Promise<void>
}
