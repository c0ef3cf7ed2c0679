// The clock is what a technician is paid and a customer is charged by. A session belongs to one
// job line and one person; while it runs, the ticket cannot leave the bay.

export type ClockSession = {
  readonly sessionId: string
  readonly technicianId: string
  readonly clockInTime: Date
  /** Null while it runs. */
  readonly clockOutTime: Date | null
}

export const isRunning = (session: { readonly clockOutTime: unknown }): boolean =>
  session.clockOutTime === null

/** Milliseconds tracked in finished sessions; a running one counts up to `now`. */
export function timeTracked(sessions: readonly ClockSession[], now: Date): number {
  return sessions.reduce(
    (total, { clockInTime, clockOutTime }) =>
      total + Math.max(0, (clockOutTime ?? now).getTime() - clockInTime.getTime()),
    0,
  )
}

/** A session that starts now on one job line. */
export const clockIn = (sessionId: string, technicianId: string, now: Date): ClockSession => ({
  sessionId,
  technicianId,
  clockInTime: now,
  clockOutTime: null,
})

/** Ends a running session; a clock that was set back never makes it negative. */
export const clockOut = (session: ClockSession, now: Date): ClockSession => ({
  ...session,
  clockOutTime: now < session.clockInTime ? session.clockInTime : now,
})
