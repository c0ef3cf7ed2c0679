import { memo } from 'react'
import { isRunning } from '#domain/clock.ts'
import { FindingFields, Findings } from '#web/parts/ticket/findings.tsx'
import { JobClock } from '#web/parts/ticket/job-clock.tsx'
import { JobLine } from '#web/parts/ticket/job-line.tsx'
import { JobPhotos } from '#web/parts/ticket/job-photos.tsx'
import { SuggestedTime } from '#web/parts/ticket/suggested-time.tsx'
import type { JobView } from '#web/parts/ticket/ticket-view.ts'
import { TrackedTime } from '#web/parts/ticket/tracked-time.tsx'
import { useMayNow } from '#web/parts/ticket/use-may-now.ts'
import { useAccount } from '#web/parts/use-account.ts'

/** A job line under the technician's hands; the one they are on, or the only one, lies open. */
export const BayJob = memo(function BayJob({ job, isOnly }: { job: JobView; isOnly: boolean }) {
  const me = useAccount()
  const mayWrite = useMayNow()('job.write-findings')
  const isMine = job.sessions.some(session => session.technicianId === me && isRunning(session))
  return (
    <JobLine
      job={job}
      startsOpen={isOnly || isMine}
      figures={<TrackedTime job={job} />}
      action={
        <>
          <JobClock job={job} />
          <SuggestedTime job={job} />
        </>
      }
    >
      {mayWrite ? <FindingFields job={job} /> : <Findings job={job} rows={[]} />}
      <JobPhotos job={job} />
    </JobLine>
  )
})
