import { IconClockEdit } from '@tabler/icons-react'
import { timeTracked } from '#domain/clocks/clock.ts'
import { dayOf, formatRelativeDay, formatTime } from '#domain/lib/company-time.ts'
import { formatDuration, formatRunning } from '#domain/lib/hours.ts'
import { CLOCK_INTERVAL_MS, useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { CorrectClockButton } from '#web/features/clocks/correct-clock-button.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { Numbers } from '#web/ui/numbers.tsx'
import styles from './job-sessions.module.css'

type Session = JobView['sessions'][number]

/** All clock sessions of a job line; the desk can correct each. */
export function JobSessions({ job }: { job: JobView }) {
  const { ticketId, timeZone } = useTicketContext()
  const mayCorrect = usePermission()('clock.correct')
  const now = useNow(CLOCK_INTERVAL_MS)
  const { sessions, jobNumber, problem } = job
  if (sessions.length === 0) return null
  return (
    <div className={styles.sessions}>
      <h3 className={styles.title}>Clock Sessions</h3>
      <ul className={styles.list}>
        {sessions.map(session => (
          <li key={session.sessionId} className={styles.session}>
            <span className={styles.technician}>{session.technician}</span>
            <span>{formatSpan(session, timeZone, now)}</span>
            <Numbers strong>{formatLength(session, now)}</Numbers>
            {session.isCorrected && <StateBadge word="Corrected" icon={IconClockEdit} tone="slate" />}
            {(session.isClockInReported || session.isClockOutReported) && (
              <StateBadge word="Time from the phone" icon={IconClockEdit} tone="slate" />
            )}
            {mayCorrect && (
              <CorrectClockButton
                session={{ ...session, ticketId, jobNumber, problem }}
                timeZone={timeZone}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function formatSpan({ clockInTime, clockOutTime }: Session, timeZone: string, now: Date): string {
  const dayName = (at: Date) => formatRelativeDay(dayOf(at, timeZone), dayOf(now, timeZone))
  const start = `${dayName(clockInTime)}, ${formatTime(clockInTime, timeZone)}`
  if (clockOutTime === null) return `${start}, still clocked in`
  const end = formatTime(clockOutTime, timeZone)
  const isSameDay = dayOf(clockInTime, timeZone) === dayOf(clockOutTime, timeZone)
  return `${start} to ${isSameDay ? '' : `${dayName(clockOutTime)}, `}${end}`
}

const formatLength = (session: Session, now: Date): string =>
  (session.clockOutTime === null ? formatRunning : formatDuration)(timeTracked([session], now))
