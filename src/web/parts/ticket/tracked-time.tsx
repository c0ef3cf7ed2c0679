import { isRunning, timeTracked } from '#domain/clock.ts'
import { printDuration, printHours } from '#domain/hours.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Figures } from '#web/ui/figures.tsx'
import type { JobView } from './ticket-view.ts'

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
