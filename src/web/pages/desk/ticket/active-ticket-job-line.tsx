import { memo } from 'react'
import { timeTracked } from '#domain/clocks/clock.ts'
import { formatDecimalMinutes, formatHours } from '#domain/lib/hours.ts'
import { useNow } from '#web/api/use-now.ts'
import { JobClock } from '#web/features/clocks/job-clock.tsx'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import { CauseAndCorrection } from '#web/features/tickets/jobs/cause-and-correction.tsx'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import { totalBalanceRows } from '#web/features/tickets/jobs/total-balance-rows.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { Numbers } from '#web/ui/numbers.tsx'
import { ChangedApproval } from './changed-approvals.tsx'
import { JobActions } from './job-actions.tsx'
import { JobSessions } from './job-sessions.tsx'

const CLOCK_INTERVAL_MS = 15_000

/** A job line of an active ticket: the problem, and expanded its findings. */
export const ActiveTicketJobLine = memo(({ job }: { job: JobView }) => (
  <JobLine
    job={job}
    numbers={<Numbers>{formatHours(job.estimatedTime)}</Numbers>}
    action={
      <>
        <ChangedApproval job={job} />
        <JobClock job={job} />
        <SuggestedTime job={job} />
      </>
    }
  >
    <Details job={job} />
  </JobLine>
))

function Details({ job }: { job: JobView }) {
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
