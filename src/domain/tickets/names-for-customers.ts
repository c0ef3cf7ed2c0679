// What customers read of a ticket's technicians, on documents too.

import {
  fullName,
  mainTechnicianOf,
  namesOfClocked,
  technicianName,
  type WithSessions,
  type WithTechs,
} from './assignment.ts'

/** An employee who chose that customers read their first name alone. */
export type FirstNameOnly = { readonly employeeId: string; readonly firstName: string }

/** A ticket with those who chose that. */
type WithFirstNames = WithTechs & { readonly firstNameOnly: readonly FirstNameOnly[] }

/** The names of those who worked on the ticket, under each that they had. */
const namesOn = ({ assignedTechs, jobs = [] }: WithTechs) => [
  ...assignedTechs.map(assignment => ({ id: assignment.uuid, name: fullName(assignment) })),
  ...jobs.flatMap(({ sessions }) => sessions.map(({ technicianId: id, technician: name }) => ({ id, name }))),
]

/** Those of `everyone` who are its technicians. */
export function ofTechniciansOn<T extends { readonly employeeId: string }>(
  ticket: WithTechs,
  everyone: readonly T[],
): T[] {
  const onTicket = namesOn(ticket)
  return everyone.filter(({ employeeId }) => onTicket.some(({ id }) => id === employeeId))
}

/** How customers read a technician's name on this ticket, by the name that it has. */
export function customerNames({ firstNameOnly, ...ticket }: WithFirstNames): (name: string) => string {
  const onTicket = namesOn(ticket)
  const firstNames = new Map(
    firstNameOnly.flatMap(({ employeeId, firstName }) =>
      onTicket.filter(({ id }) => id === employeeId).map(({ name }) => [name, firstName]),
    ),
  )
  return name => firstNames.get(name) ?? name
}

/** The name on documents and for the customer. Once the work is done it is the one that the work history will have. */
export function printedTechnician(
  ticket: WithSessions & WithFirstNames & { readonly state: string },
): string | null {
  const name = technicianName(
    ticket.state === 'completed' ? { ...ticket, assignedTechnician: mainTechnicianOf(ticket) } : ticket,
  )
  return name && customerNames(ticket)(name)
}

/** Those of `everyone` whose names customers read on this ticket, under the name that they read. */
export function qualificationsOn<T extends { readonly employeeId: string }>(
  ticket: WithFirstNames,
  namesRead: readonly (string | null)[],
  everyone: readonly T[],
): (Omit<T, 'employeeId'> & { readonly technician: string })[] {
  const toRead = customerNames(ticket)
  return everyone.flatMap(({ employeeId, ...facts }) => {
    const name = namesOn(ticket).find(({ id, name }) => id === employeeId && namesRead.includes(toRead(name)))
    return name === undefined ? [] : [{ ...facts, technician: toRead(name.name) }]
  })
}

/** The names of those who clocked on a job line of the ticket, there. */
export const printedTechnicians = (
  ticket: WithFirstNames,
  { sessions }: { readonly sessions: Parameters<typeof namesOfClocked>[0] },
): string[] => namesOfClocked(sessions).map(customerNames(ticket))
