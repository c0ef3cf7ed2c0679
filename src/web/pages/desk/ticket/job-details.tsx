import { timeTracked } from '#domain/clocks/clock.ts'
import { formatDecimalMinutes } from '#domain/lib/hours.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { useNow } from '#web/api/use-now.ts'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import {
  CauseAndCorrection,
  CauseAndCorrectionFields,
} from '#web/features/tickets/jobs/cause-and-correction.tsx'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { totalBalanceRows } from '#web/features/tickets/jobs/total-balance-rows.tsx'
import { LineParts } from '#web/features/tickets/parts/line-parts.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { JobActions } from './job-actions.tsx'
import { JobSessions } from './job-sessions.tsx'
import { LineApproval } from './line-approval.tsx'

const CLOCK_INTERVAL_MS = 15_000

/** An expanded job line at the desk: findings, photos and parts; and beside them time, price and answer. */
export function JobDetails({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const isAllowed = useTicketPermission()
  const isWorkable = isInWork(ticket)
  // In approval the desk enters them.
  const isEntering = ticket.state === 'approval' && isAllowed('job.write-findings')
  return (
    <div className={styles.details}>
      <div className={styles.column}>
        {isEntering ? <CauseAndCorrectionFields job={job} /> : <CauseAndCorrection job={job} />}
        <JobPhotos job={job} />
        <LineParts job={job} />
      </div>
      <div className={styles.column}>
        {isWorkable && <Facts job={job} />}
        {isWorkable && <LineApproval job={job} />}
        {isWorkable && <JobSessions job={job} />}
        {isWorkable && <JobActions job={job} />}
      </div>
    </div>
  )
}

function Facts({ job }: { job: JobView }) {
  const now = useNow(CLOCK_INTERVAL_MS)
  const ticket = useTicketContext()
  const { sessions } = job
  const trackedTime =
    sessions.length === 0 ? '' : `${formatDecimalMinutes(timeTracked(sessions, now))} minutes`
  return (
    <KeyValues
      missing="N/A"
      rows={[{ label: 'Total Time Spent', value: trackedTime }, ...totalBalanceRows(ticket, job)]}
    />
  )
}
