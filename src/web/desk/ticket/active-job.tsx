import { memo } from 'react'
import { timeTracked } from '#domain/clock.ts'
import { minutesSpent, printHours } from '#domain/hours.ts'
import { Findings } from '#web/parts/ticket/findings.tsx'
import { balanceRows } from '#web/parts/ticket/job-balance.tsx'
import { JobClock } from '#web/parts/ticket/job-clock.tsx'
import { JobLine } from '#web/parts/ticket/job-line.tsx'
import { JobPhotos } from '#web/parts/ticket/job-photos.tsx'
import { SuggestedTime } from '#web/parts/ticket/suggested-time.tsx'
import { useThisTicket } from '#web/parts/ticket/this-ticket.ts'
import type { JobView } from '#web/parts/ticket/ticket-view.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Figures } from '#web/ui/figures.tsx'
import { ChangedLine } from './changed-lines.tsx'
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
