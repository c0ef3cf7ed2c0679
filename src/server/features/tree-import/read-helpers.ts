// Who helps on tickets, as our own exports have it beside the tree.

import type { Employee } from '#domain/employees/employee.ts'
import { MAX_HELPERS } from '#domain/tickets/ticket-helpers.ts'
import { hashOf, NumberMap } from './number-map.ts'
import type { RecordProblem } from './read-records.ts'

type HelperRow = { readonly ticketId: number; readonly employeeId: string }

/** Why a helper does not fit a ticket; the tickets come before. */
export class HelperChecks {
  /** The hash of the assigned technician, by ticket. */
  readonly #assigned = new NumberMap()
  readonly #helpers = new Map<number, Set<string>>()
  readonly #technicians: ReadonlySet<string>
  /** By the name of the set. */
  readonly problems: ReadonlyMap<string, RecordProblem> = new Map([
    ['ticketHelpers', (row: HelperRow) => this.#problem(row)],
  ])

  constructor(employees: Iterable<Pick<Employee, 'id' | 'roles'>>) {
    this.#technicians = new Set([...employees].filter(({ roles }) => roles.isTechnician).map(({ id }) => id))
  }

  addTicket(ticketId: number, assignedTechnician: string | null): void {
    if (assignedTechnician !== null) this.#assigned.set(ticketId, hashOf(assignedTechnician))
  }

  #problem({ ticketId, employeeId }: HelperRow): string | null {
    if (!this.#technicians.has(employeeId))
      return 'Only a technician can help on a ticket; this was left out.'
    if (this.#assigned.get(ticketId) === hashOf(employeeId))
      return `The assigned technician of ticket ${ticketId} cannot be its helper as well; this was left out.`
    const helpers = this.#helpers.get(ticketId) ?? new Set()
    if (helpers.has(employeeId)) return `Ticket ${ticketId} has this helper twice; the first one stays.`
    if (helpers.size >= MAX_HELPERS)
      return `Ticket ${ticketId} has more than ${MAX_HELPERS} helpers; this was left out.`
    this.#helpers.set(ticketId, helpers.add(employeeId))
    return null
  }
}
