// Who is and was assigned to the ticket. Assigning sets today's technician and records the day, so "who worked on
// it?" can be answered years later.

export type Technician = { readonly id: string; readonly firstName: string; readonly lastName: string }

/** The last assignment of a company date. */
export type Assignment = {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly uuid: string
  readonly firstName: string
  readonly lastName: string
  readonly assignedAt: Date
}

/** Specification 8's fallback for an unknown technician. */
export const UNKNOWN_TECHNICIAN = 'Unknown Technician'
export const NO_TECHNICIAN = 'Not Available'

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trimEnd()

type WithTechs = { readonly assignedTechs: readonly Assignment[] }

/** The name of someone ever assigned to the ticket; otherwise null. */
export function nameOnTicket({ assignedTechs }: WithTechs, uuid: string): string | null {
  const assigned = assignedTechs.findLast(assignment => assignment.uuid === uuid)
  return assigned === undefined ? null : fullName(assigned)
}

/**
 * The printed name of the ticket's technician, from its assignments, which keep names of deleted employees. Null
 * without one.
 */
export function technicianName(
  ticket: WithTechs & { readonly assignedTechnician: string | null },
): string | null {
  const { assignedTechnician } = ticket
  return assignedTechnician === null ? null : (nameOnTicket(ticket, assignedTechnician) ?? UNKNOWN_TECHNICIAN)
}
