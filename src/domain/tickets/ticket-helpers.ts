// Who works on a ticket besides its assigned technician: up to five of the company's technicians. They do everything there
// except Send for Approval.

import { firstNameOf } from '#domain/account/actor.ts'
import { helpsOn, type TicketTechnicians } from '#domain/account/permission.ts'
import { joinNames, SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { fullName, type Technician, technicianName } from './assignment.ts'
import type { Job } from './job.ts'
import { assertInWork, type Helper, type Ticket } from './ticket.ts'

export const MAX_HELPERS = 5

/** Said where a ticket has as many as it can have. */
export const TOO_MANY_HELPERS = `A ticket has at most ${MAX_HELPERS} helpers. Remove one first.`

/** Why an employee cannot be added, as a sentence; null if they can, or already help. */
export function helperProblem(
  { assignedTechnician, helpers }: Pick<Ticket, 'assignedTechnician' | 'helpers'>,
  employee: Technician & { readonly roles: { readonly isTechnician: boolean } },
): string | null {
  if (!employee.roles.isTechnician) return SELECT_TECHNICIAN
  if (employee.id === assignedTechnician) return `${fullName(employee)} is the assigned technician.`
  return helpers.length >= MAX_HELPERS && !helpsOn(employee.id, { helpers }) ? TOO_MANY_HELPERS : null
}

/** With one more helper, once. Refused unless the ticket is in work; `helperProblem` comes first. */
export function addHelper<T extends Ticket>(ticket: T, technician: Technician): T {
  assertInWork(ticket)
  if (helpsOn(technician.id, ticket)) return ticket
  return { ...ticket, helpers: [...ticket.helpers, { id: technician.id, name: fullName(technician) }] }
}

type WithTeam = Parameters<typeof technicianName>[0] & { readonly helpers: readonly Helper[] | undefined }

/** Who works on a ticket, the assigned technician first. */
export function teamOf(ticket: WithTeam): readonly Helper[] {
  const { assignedTechnician: id, helpers = [] } = ticket
  const name = technicianName(ticket)
  return id === null || name === null ? helpers : [{ id, name }, ...helpers]
}

/** The name of the technician who is to do a job line; null if it names none who works on the ticket. */
export const technicianOfJob = (
  { namedTechnician }: Pick<Job, 'namedTechnician'>,
  ticket: WithTeam,
): string | null => teamOf(ticket).find(({ id }) => id === namedTechnician)?.name ?? null

type TeamOfTicket = Pick<TicketTechnicians, 'assignedTechnician'> & {
  readonly helpers: readonly Helper[] | undefined
  /** The name of the assigned technician. */
  readonly technician: string | null
}

const firstNames = (helpers: readonly Helper[]): string => joinNames(helpers.map(firstNameOf))

/** Whom `reader` helps, or who helps; null without helpers: `Helping Rosa`, `Sam and Kim help`. */
export function helpNote({ technician, helpers = [] }: TeamOfTicket, reader: string | null): string | null {
  if (helpers.length === 0) return null
  if (!helpsOn(reader, { helpers }))
    return `${firstNames(helpers)} ${helpers.length === 1 ? 'helps' : 'help'}`
  return technician === null ? 'Helping' : `Helping ${firstNameOf({ id: '', name: technician })}`
}
