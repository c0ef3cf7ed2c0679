import { isRunning, timeTracked } from '#domain/clocks/clock.ts'
import { printDuration, printHours } from '#domain/lib/hours.ts'
import { useNow } from '#web/api/use-now.ts'
import type { JobView } from '#web/features/tickets/ticket-queries.ts'
import { Figures } from '#web/ui/numbers.tsx'

const CLOCK_MS = 15_000

/** A job line's tracked time over its estimated time; counts on by itself while a clock runs. */
export const TrackedTime = ({ job }: { job: JobView }) =>
  job.sessions.some(isRunning) ? <Counting job={job} /> : <Figures>{wordsOf(job, new Date())}</Figures>

function Counting({ job }: { job: JobView }) {
  const now = useNow(CLOCK_MS)
  return <Figures>{wordsOf(job, now)}</Figures>
}

const wordsOf = ({ sessions, estimatedTime }: JobView, now: Date): string =>
  `${printDuration(timeTracked(sessions, now))}/${printHours(estimatedTime)}`
