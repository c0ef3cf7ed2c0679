import { isRunning, timeTracked } from '#domain/clock.ts'
import { printDuration, printHours } from '#domain/hours.ts'
import { FindingFields, Findings } from '#web/parts/ticket/findings.tsx'
import { JobClock } from '#web/parts/ticket/job-clock.tsx'
import { JobLine } from '#web/parts/ticket/job-line.tsx'
import { JobPhotos } from '#web/parts/ticket/job-photos.tsx'
import { SuggestedTime } from '#web/parts/ticket/suggested-time.tsx'
import type { JobView } from '#web/parts/ticket/ticket-view.ts'
import { useMayNow } from '#web/parts/ticket/use-may-now.ts'
import { useAccount } from '#web/parts/use-account.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Figures } from '#web/ui/figures.tsx'

const CLOCK_MS = 15_000

/** A job line under the technician's hands; the one they are on, or the only one, lies open. */
export function BayJob({ job, isOnly }: { job: JobView; isOnly: boolean }) {
  const me = useAccount()
  const now = useNow(CLOCK_MS)
  const mayWrite = useMayNow()('job.write-findings')
  const isMine = job.sessions.some(session => session.technicianId === me && isRunning(session))
  const times = `${printDuration(timeTracked(job.sessions, now))}/${printHours(job.estimatedTime)}`
  return (
    <JobLine
      job={job}
      startsOpen={isOnly || isMine}
      figures={<Figures>{times}</Figures>}
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
}
