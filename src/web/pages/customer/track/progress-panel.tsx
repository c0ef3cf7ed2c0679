import { Button } from '@mantine/core'
import { IconCalendarX, IconHourglassHigh } from '@tabler/icons-react'
import { wasCalledOff } from '#domain/customer-view/progress.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { useNow } from '#web/api/use-now.ts'
import { progressSentence } from '#web/features/customer-links/progress-display.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Appointment, calendarLinkOf } from './appointment.tsx'
import styles from './progress-panel.module.css'
import { ProgressSteps } from './progress-steps.tsx'
import { PushOptIn } from './push-opt-in.tsx'
import type { TrackedTicket } from './tracked-ticket-query.ts'

const MINUTE_MS = 60_000

/** The ticket's status, since when, and who works on it. */
export function ProgressPanel({ token, ticket }: { token: string; ticket: TrackedTicket }) {
  const { progress, hasBegun, since, appointment, technician, timeZone, company } = ticket
  const now = useNow(MINUTE_MS)
  const isOpen = progress === 'received' || progress === 'in-work' || progress === 'waiting-for-you'
  return (
    <Panel title="Status">
      <ProgressSteps progress={progress} hasBegun={hasBegun} />
      <p className={styles.sentence} role="status">
        {progressSentence(progress, company.companyName, appointment, now)}
      </p>
      <p className={styles.muted}>
        Since <time dateTime={since.toISOString()}>{formatWhen(since, timeZone, now)}</time>
        <span>
          {technician !== null && isOpen
            ? `. ${technician} ${hasBegun ? 'is working' : 'will work'} on it.`
            : ''}
        </span>
      </p>
      {appointment !== null && !hasBegun && isOpen && (
        <Appointment token={token} ticket={ticket} appointment={appointment} />
      )}
      {appointment?.isAccepted && (progress === 'canceled' || progress === 'closed') && (
        <div className={styles.line}>
          {/* A calendar that has the appointment reads from the file that it was canceled. */}
          <Button
            component="a"
            {...calendarLinkOf(token)}
            variant="default"
            leftSection={<IconCalendarX size={18} aria-hidden />}
          >
            Remove from Calendar
          </Button>
        </div>
      )}
      <HoldNotice ticket={ticket} />
      {progress !== 'done' && !wasCalledOff(progress) && <PushOptIn token={token} ticket={ticket} />}
    </Panel>
  )
}

/** Why the work is on hold, since when and until when, with the company's note. */
function HoldNotice({ ticket: { hold, timeZone } }: { ticket: TrackedTicket }) {
  if (hold === null) return null
  return (
    <div className={styles.hold} data-tone="amber">
      <IconHourglassHigh size={20} aria-hidden />
      <div className={styles.words}>
        <p>{holdSentence(hold, 'customer', timeZone)}</p>
        {hold.note !== '' && <p className={styles.note}>{hold.note}</p>}
      </div>
    </div>
  )
}
