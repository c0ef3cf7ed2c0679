import { timeTracked } from '#domain/clocks/clock.ts'
import { formatDecimalMinutes } from '#domain/lib/hours.ts'
import { useNow } from '#web/api/use-now.ts'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import { CauseAndCorrection } from '#web/features/tickets/jobs/cause-and-correction.tsx'
import { totalBalanceRows } from '#web/features/tickets/jobs/total-balance-rows.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { JobActions } from './job-actions.tsx'
import { JobSessions } from './job-sessions.tsx'

const CLOCK_INTERVAL_MS = 15_000

/** An expanded job line of an active ticket: its findings, photos and actions. */
export function ActiveJobDetails({ job }: { job: JobView }) {
  const now = useNow(CLOCK_INTERVAL_MS)
  const { sessions } = job
  const ticket = useTicketContext()
  const trackedTime =
    sessions.length === 0 ? '' : `${formatDecimalMinutes(timeTracked(sessions, now))} minutes`
  return (
    <>
      <CauseAndCorrection
        job={job}
        rows={[{ label: 'Total Time Spent', value: trackedTime }, ...totalBalanceRows(ticket, job)]}
      />
      <JobSessions job={job} />
      <JobPhotos job={job} />
      <JobActions job={job} />
    </>
  )
}
