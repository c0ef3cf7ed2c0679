import { memo } from 'react'
import { timeTracked } from '#domain/clocks/clock.ts'
import { minutesSpent, printHours } from '#domain/lib/hours.ts'
import { useNow } from '#web/api/use-now.ts'
import { JobClock } from '#web/features/clocks/job-clock.tsx'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import { Findings } from '#web/features/tickets/jobs/cause-and-correction.tsx'
import { balanceRows } from '#web/features/tickets/jobs/job-balance.tsx'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import { useThisTicket } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-queries.ts'
import { Figures } from '#web/ui/numbers.tsx'
import { ChangedLine } from './changed-approvals.tsx'
import { JobChanges } from './job-changes.tsx'
import { JobSessions } from './job-sessions.tsx'

const CLOCK_MS = 15_000

/** A job line in work: the problem, and behind a click what has been done about it. */
export const ActiveJob = memo(({ job }: { job: JobView }) => (
  <JobLine
    job={job}
    figures={<Figures>{printHours(job.estimatedTime)}</Figures>}
    action={
      <>
        <ChangedLine job={job} />
        <JobClock job={job} />
        <SuggestedTime job={job} />
      </>
    }
  >
    <Details job={job} />
  </JobLine>
))

function Details({ job }: { job: JobView }) {
  const now = useNow(CLOCK_MS)
  const { sessions } = job
  const ticket = useThisTicket()
  const spent = sessions.length === 0 ? '' : `${minutesSpent(timeTracked(sessions, now))} minutes`
  return (
    <>
      <Findings job={job} rows={[{ label: 'Total Time Spent', value: spent }, ...balanceRows(ticket, job)]} />
      <JobSessions job={job} />
      <JobPhotos job={job} />
      <JobChanges job={job} />
    </>
  )
}
