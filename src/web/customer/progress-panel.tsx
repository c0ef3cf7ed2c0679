import { printAppointment } from '#domain/appointment.ts'
import { printWhen } from '#domain/calendar.ts'
import { PROGRESS_SIGNS } from '#web/parts/progress-signs.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Panel } from '#web/ui/panel.tsx'
import type { FollowView } from './follow-view.ts'
import styles from './progress-panel.module.css'
import { ProgressSteps } from './progress-steps.tsx'
import { TellPhone } from './tell-phone.tsx'
import { WaitNote } from './wait-note.tsx'

const MINUTE_MS = 60_000

/** Where the RV stands, since when, and who is on it. */
export function ProgressPanel({ token, ticket }: { token: string; ticket: FollowView }) {
  const { progress, hasBegun, since, appointment, technician, timeZone, company } = ticket
  const now = useNow(MINUTE_MS)
  const { sentence } = PROGRESS_SIGNS[progress]
  const isOpen = progress === 'received' || progress === 'in-work' || progress === 'waiting-for-you'
  return (
    <Panel title="How far it is">
      <ProgressSteps progress={progress} hasBegun={hasBegun} />
      <p className={styles.sentence} role="status">
        {sentence(company.companyName)}
      </p>
      <p className={styles.soft}>
        Since <time dateTime={since.toISOString()}>{printWhen(since, timeZone, now)}</time>
        {technician !== null && isOpen && `. ${technician} ${hasBegun ? 'works' : 'will work'} on it.`}
      </p>
      {appointment !== null && !hasBegun && isOpen && (
        <p className={styles.soft}>
          You asked for{' '}
          <time dateTime={appointment.at.toISOString()}>{printAppointment(appointment.at, timeZone)}</time>,{' '}
          {appointment.place === 'site' ? `at ${appointment.site}` : 'at the shop'}.
        </p>
      )}
      <WaitNote ticket={ticket} />
      {progress !== 'done' && progress !== 'declined' && <TellPhone token={token} ticket={ticket} />}
    </Panel>
  )
}
