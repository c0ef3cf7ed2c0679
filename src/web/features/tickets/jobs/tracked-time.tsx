import { isRunning, timeTracked } from '#domain/clocks/clock.ts'
import { formatDuration, formatHours } from '#domain/lib/hours.ts'
import { CLOCK_INTERVAL_MS, useNow } from '#web/api/use-now.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { Numbers } from '#web/ui/numbers.tsx'

/** A job line's tracked time over its estimated time; updates while a clock runs. */
export const TrackedTime = ({ job }: { job: JobView }) =>
  job.sessions.some(isRunning) ? (
    <RunningTime job={job} />
  ) : (
    <Numbers>{formatTracked(job, new Date())}</Numbers>
  )

function RunningTime({ job }: { job: JobView }) {
  const now = useNow(CLOCK_INTERVAL_MS)
  return <Numbers>{formatTracked(job, now)}</Numbers>
}

const formatTracked = ({ sessions, estimatedTime }: JobView, now: Date): string =>
  `${formatDuration(timeTracked(sessions, now))}/${formatHours(estimatedTime)}`
