import { IconClockEdit } from '@tabler/icons-react'
import { dayOf, nameDay, printTime } from '#domain/calendar.ts'
import { timeTracked } from '#domain/clock.ts'
import { printDuration, printRunning } from '#domain/hours.ts'
import { CorrectClock } from '#web/desk/clocks/correct-clock.tsx'
import { useThisTicket } from '#web/parts/ticket/this-ticket.ts'
import type { JobView } from '#web/parts/ticket/ticket-view.ts'
import { useMay } from '#web/parts/use-may.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Figures } from '#web/ui/figures.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import styles from './job-sessions.module.css'

type Session = JobView['sessions'][number]

const CLOCK_MS = 15_000

/** Everybody's time on one job line, session by session; the desk can correct each. */
export function JobSessions({ job }: { job: JobView }) {
  const { ticketId, timeZone } = useThisTicket()
  const mayCorrect = useMay()('clock.correct')
  const now = useNow(CLOCK_MS)
  const { sessions, jobNumber, problem } = job
  if (sessions.length === 0) return null
  return (
    <div className={styles.sessions}>
      <h3 className={styles.title}>Clock Sessions</h3>
      <ul className={styles.list}>
        {sessions.map(session => (
          <li key={session.sessionId} className={styles.session}>
            <span className={styles.technician}>{session.technician}</span>
            <span>{spanOf(session, timeZone, now)}</span>
            <Figures strong>{lengthOf(session, now)}</Figures>
            {session.isCorrected && <StateBadge word="Corrected" icon={IconClockEdit} tone="slate" />}
            {mayCorrect && (
              <CorrectClock session={{ ...session, ticketId, jobNumber, problem }} timeZone={timeZone} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function spanOf({ clockInTime, clockOutTime }: Session, timeZone: string, now: Date): string {
  const dayName = (at: Date) => nameDay(dayOf(at, timeZone), dayOf(now, timeZone))
  const start = `${dayName(clockInTime)}, ${printTime(clockInTime, timeZone)}`
  if (clockOutTime === null) return `${start}, still running`
  const end = printTime(clockOutTime, timeZone)
  const isSameDay = dayOf(clockInTime, timeZone) === dayOf(clockOutTime, timeZone)
  return `${start} to ${isSameDay ? '' : `${dayName(clockOutTime)}, `}${end}`
}

const lengthOf = (session: Session, now: Date): string =>
  (session.clockOutTime === null ? printRunning : printDuration)(timeTracked([session], now))
