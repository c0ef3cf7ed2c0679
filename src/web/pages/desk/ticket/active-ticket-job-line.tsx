import { memo } from 'react'
import { formatHours } from '#domain/lib/hours.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { JobClock } from '#web/features/clocks/job-clock.tsx'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { Numbers } from '#web/ui/numbers.tsx'
import { ChangedApproval } from './changed-approvals.tsx'

const Details = lazyPanel(() =>
  import('./active-job-details.tsx').then(({ ActiveJobDetails }) => ActiveJobDetails),
)

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
