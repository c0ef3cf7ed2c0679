// Which clocks stop when a ticket gets other technicians: those of people who then no longer see it.

import { may, type TicketTechnicians } from '#domain/account/permission.ts'

type RunningClock = { readonly ticketId: number; readonly technicianId: string }
type Employee = {
  readonly id: string
  readonly roles: { readonly isServiceWriter: boolean; readonly isTechnician: boolean }
}

/**
 * Of the company's running clocks, those that end when the ticket has these technicians. The owner is not among the
 * employees and keeps theirs.
 */
export const clocksToStop = <Clock extends RunningClock>(
  running: readonly Clock[],
  employees: readonly Employee[],
  ticket: TicketTechnicians & { readonly ticketId: number },
): Clock[] =>
  running.filter(clock => {
    const employee = employees.find(({ id }) => id === clock.technicianId)
    if (clock.ticketId !== ticket.ticketId || employee === undefined) return false
    const { id, roles } = employee
    const person = { kind: 'employee', id, name: '', companyId: '', ...roles } as const
    return !may(person, 'ticket.see', ticket)
  })
