// Who is and was assigned to the ticket. Assigning sets today's technician and records the day, so "who worked on
// it?" can be answered years later.

import type { ClockSession } from '#domain/clocks/clock.ts'

export type Technician = { readonly id: string; readonly firstName: string; readonly lastName: string }

/** The last assignment of a company date. */
export type Assignment = {
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly uuid: string
  readonly firstName: string
  readonly lastName: string
  readonly assignedAt: Date
  /** Who else was assigned on that day before, by id. */
  readonly replaced: readonly string[]
}

/** Specification 8's fallback for an unknown technician. */
export const UNKNOWN_TECHNICIAN = 'Unknown Technician'
export const NO_TECHNICIAN = 'Not Available'

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trimEnd()

/** With `technician` as the assignment of `date`. Whom it replaces on that day stays known by id. */
export function withAssignment(
  assignments: readonly Assignment[],
  { id: uuid, firstName, lastName }: Technician,
  date: string,
  assignedAt: Date,
): Assignment[] {
  const before = assignments.find(assignment => assignment.date === date)
  const earlier = before === undefined ? [] : [...before.replaced, before.uuid]
  const replaced = [...new Set(earlier)].filter(id => id !== uuid)
  const others = assignments.filter(assignment => assignment.date !== date)
  return [...others, { date, uuid, firstName, lastName, assignedAt, replaced }]
}

type Clocked = Pick<ClockSession, 'technicianId' | 'technician'>
export type WithTechs = {
  readonly assignedTechs: readonly Assignment[]
  readonly jobs?: readonly { readonly sessions: readonly Clocked[] }[]
}

/** The name of someone assigned on any day, or who clocked on the ticket; otherwise null. */
export function nameOnTicket({ assignedTechs, jobs = [] }: WithTechs, uuid: string): string | null {
  const assigned = assignedTechs.findLast(assignment => assignment.uuid === uuid)
  if (assigned !== undefined) return fullName(assigned)
  const sessions = jobs.flatMap(job => job.sessions)
  return sessions.findLast(({ technicianId }) => technicianId === uuid)?.technician ?? null
}

/** The names of those who clocked, each once, in the order of their first clock-in. Sessions without any time do not count. */
export function namesOfClocked(
  sessions: readonly (Clocked & Pick<ClockSession, 'clockInTime' | 'clockOutTime'>)[],
): string[] {
  const worked = sessions
    .filter(({ clockInTime, clockOutTime }) => clockOutTime === null || clockOutTime > clockInTime)
    .toSorted((one, other) => one.clockInTime.getTime() - other.clockInTime.getTime())
  const names = new Map(worked.map(({ technicianId, technician }) => [technicianId, technician]))
  return [...names.values()]
}

/** Those names for people: `Technicians: Rosa Díaz, Sam Ortiz`; without any an empty value. */
export const techniciansLine = (names: readonly string[]): { label: string; value: string } => ({
  label: names.length > 1 ? 'Technicians' : 'Technician',
  value: names.join(', '),
})

export type WithSessions = {
  readonly assignedTechnician: string | null
  readonly assignedTechs: readonly Pick<Assignment, 'uuid' | 'replaced'>[]
  readonly jobs: readonly {
    readonly sessions: readonly Pick<ClockSession, 'technicianId' | 'clockInTime' | 'clockOutTime'>[]
  }[]
}

/**
 * Whom the work history names: of the technicians who were ever assigned, the id of the one who clocked most; the
 * assigned one if nobody of them did, or of two who clocked the same. A running clock does not count. Null without any.
 */
export function mainTechnicianOf({ assignedTechnician, assignedTechs, jobs }: WithSessions): string | null {
  const everAssigned = new Set(assignedTechs.flatMap(({ uuid, replaced }) => [...replaced, uuid]))
  if (assignedTechnician !== null) everAssigned.add(assignedTechnician)
  const times = new Map<string, number>()
  for (const { technicianId, clockInTime, clockOutTime } of jobs.flatMap(job => job.sessions)) {
    if (clockOutTime === null || !everAssigned.has(technicianId)) continue
    const time = clockOutTime.getTime() - clockInTime.getTime()
    times.set(technicianId, (times.get(technicianId) ?? 0) + time)
  }
  let main = assignedTechnician
  let longest = (main !== null && times.get(main)) || 0
  for (const [technicianId, time] of times) if (time > longest) [main, longest] = [technicianId, time]
  return main
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
