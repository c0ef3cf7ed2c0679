import { memo } from 'react'
import { ClockNotes, JobClock } from '#web/features/clocks/job-clock.tsx'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import {
  CauseAndCorrection,
  CauseAndCorrectionFields,
} from '#web/features/tickets/jobs/cause-and-correction.tsx'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import { TrackedTime } from '#web/features/tickets/jobs/tracked-time.tsx'
import { LineParts } from '#web/features/tickets/parts/line-parts.tsx'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'

/** A job line in the bay; the one being worked on, or the only one, is expanded. */
export const BayJobLine = memo(function BayJobLine({ job, isOnly }: { job: JobView; isOnly: boolean }) {
  const mayWrite = useTicketPermission()('job.write-findings')
  return (
    <JobLine
      job={job}
      defaultOpen={isOnly}
      time={<TrackedTime job={job} />}
      notes={
        <>
          <div className={styles.tools}>
            <JobClock job={job} isLarge />
          </div>
          <ClockNotes job={job} />
          <SuggestedTime job={job} />
        </>
      }
    >
      <div className={styles.column}>
        {/* The camera first: it is what a dirty hand reaches for. */}
        <JobPhotos job={job} />
        {mayWrite ? <CauseAndCorrectionFields job={job} /> : <CauseAndCorrection job={job} />}
        <LineParts job={job} />
      </div>
    </JobLine>
  )
})
