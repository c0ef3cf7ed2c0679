// Who is on the ticket, and who was. Assigning sets today's technician and leaves a line in the
// list of days, so that "who worked on it?" has an answer years later.

export type Technician = { readonly id: string; readonly firstName: string; readonly lastName: string }

/** The last assignment of one day, in the company's days. */
export type Assignment = {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly uuid: string
  readonly firstName: string
  readonly lastName: string
  readonly assignedAt: Date
}

/** Specification 8's fallbacks for a technician nobody can name. */
export const UNKNOWN_TECHNICIAN = 'Unknown Technician'
export const NO_TECHNICIAN = 'Not Available'

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

type WithTechs = { readonly assignedTechs: readonly Assignment[] }

/** The name of somebody who was ever assigned to the ticket; null for anybody else. */
export function nameOnTicket({ assignedTechs }: WithTechs, uuid: string): string | null {
  const assigned = assignedTechs.findLast(assignment => assignment.uuid === uuid)
  return assigned === undefined ? null : fullName(assigned)
}

/**
 * The name to print for the ticket's technician, found in its assignments: names stay there when
 * the employee is gone. Null when nobody is assigned.
 */
export function technicianName(
  ticket: WithTechs & { readonly assignedTechnician: string | null },
): string | null {
  const { assignedTechnician } = ticket
  return assignedTechnician === null ? null : (nameOnTicket(ticket, assignedTechnician) ?? UNKNOWN_TECHNICIAN)
}
