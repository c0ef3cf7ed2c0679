// The bays of a shop and the tickets in them, as our own exports have them beside the tree.

import {
  canBeInServiceBay,
  MAX_SERVICE_BAYS,
  serviceBayNameProblem,
} from '#domain/service-bays/service-bay.ts'
import type { ServiceBay, Ticket } from '#domain/tickets/ticket.ts'
import type { RecordProblem } from './read-records.ts'

type ServiceBayRow = { readonly name: string }
type TicketRow = { readonly ticketId: number; readonly serviceBayId: string }

/** Why a bay does not fit those before it, and a ticket no bay; the tickets come before. */
export class ServiceBayChecks {
  readonly #serviceBays = new Map<string, ServiceBay>()
  /** Those that can be in a bay, until they are. */
  readonly #tickets = new Set<number>()
  readonly #placed = new Set<number>()
  /** By the name of the set. */
  readonly problems: ReadonlyMap<string, RecordProblem> = new Map<string, RecordProblem>([
    ['serviceBays', (row: ServiceBayRow, key: string) => this.#serviceBayProblem(row, key)],
    ['ticketServiceBays', (row: TicketRow) => this.#ticketProblem(row)],
  ])

  addTicket(ticket: Ticket): void {
    if (canBeInServiceBay(ticket)) this.#tickets.add(ticket.ticketId)
  }

  #serviceBayProblem({ name }: ServiceBayRow, id: string): string | null {
    const problem = serviceBayNameProblem(name, [...this.#serviceBays.values()])
    if (problem !== null) return `${problem} The first one stays.`
    if (this.#serviceBays.size >= MAX_SERVICE_BAYS)
      return `There are more than ${MAX_SERVICE_BAYS} bays; this was left out.`
    this.#serviceBays.set(id, { id, name })
    return null
  }

  #ticketProblem({ ticketId, serviceBayId }: TicketRow): string | null {
    if (!this.#serviceBays.has(serviceBayId))
      return `Ticket ${ticketId} is in a bay that is not there, so this was left out.`
    if (this.#placed.has(ticketId)) return `Ticket ${ticketId} is in two bays; the first one stays.`
    if (!this.#tickets.has(ticketId))
      return `Ticket ${ticketId} cannot be in a bay in its state, so this was left out.`
    this.#placed.add(ticketId)
    return null
  }
}
