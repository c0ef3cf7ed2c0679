import { useEffect, useState } from 'react'
import { initialNow } from '#web/ui/hydration.ts'

/** For what shows the minutes of a running clock. */
export const CLOCK_INTERVAL_MS = 15_000

const MINUTE_MS = 60_000

/** The current time, updated every `everyMs`. */
export function useNow(everyMs = MINUTE_MS): Date {
  const [now, setNow] = useState(initialNow)
  useEffect(() => {
    // The server may have rendered the page earlier.
    setNow(first => (Date.now() - first.getTime() < everyMs ? first : new Date()))
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
