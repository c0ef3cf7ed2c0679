const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long ago, in short form: `now`, `12 min`, `5h`, `3 days`. */
export function formatRelativeTime(since: Date, now: Date): string {
  const age = now.getTime() - since.getTime()
  if (age < MINUTE_MS) return 'now'
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
  if (age < 2 * DAY_MS) return `${Math.floor(age / HOUR_MS)}h`
  return `${Math.floor(age / DAY_MS)} days`
}

const formatAgo = (age: string): string => (age === 'now' ? age : `${age} ago`)

export const RelativeTime = ({ since, now }: { since: Date; now: Date }) => (
  <time dateTime={since.toISOString()}>{formatAgo(formatRelativeTime(since, now))}</time>
)
