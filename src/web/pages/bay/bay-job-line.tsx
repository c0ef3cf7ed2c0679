import { memo } from 'react'
import { isRunning } from '#domain/clocks/clock.ts'
import { useAccount } from '#web/api/use-account.ts'
import { JobClock } from '#web/features/clocks/job-clock.tsx'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import {
  CauseAndCorrection,
  CauseAndCorrectionFields,
} from '#web/features/tickets/jobs/cause-and-correction.tsx'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import { TrackedTime } from '#web/features/tickets/jobs/tracked-time.tsx'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'

/** A job line in the bay; the one being worked on, or the only one, is expanded. */
export const BayJobLine = memo(function BayJobLine({ job, isOnly }: { job: JobView; isOnly: boolean }) {
  const me = useAccount()
  const mayWrite = useTicketPermission()('job.write-findings')
  const isMine = job.sessions.some(session => session.technicianId === me && isRunning(session))
  return (
    <JobLine
      job={job}
      defaultOpen={isOnly || isMine}
      numbers={<TrackedTime job={job} />}
      action={
        <>
          <JobClock job={job} />
          <SuggestedTime job={job} />
        </>
      }
    >
      {mayWrite ? <CauseAndCorrectionFields job={job} /> : <CauseAndCorrection job={job} rows={[]} />}
      <JobPhotos job={job} />
    </JobLine>
  )
})
