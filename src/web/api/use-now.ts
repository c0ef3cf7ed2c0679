import { useEffect, useState } from 'react'
import { initialNow } from '#web/ui/hydration.ts'

/** The time, told again every `everyMs` while the page is open. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(initialNow)
  useEffect(() => {
    // A drawing may have been kept for a while.
    setNow(first => (Date.now() - first.getTime() < everyMs ? first : new Date()))
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
