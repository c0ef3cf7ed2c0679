import { useEffect, useState } from 'react'
import { initialNow } from '#web/ui/hydration.ts'

/** The current time, updated every `everyMs`. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(initialNow)
  useEffect(() => {
    // The server may have rendered the page earlier.
    setNow(first => (Date.now() - first.getTime() < everyMs ? first : new Date()))
    const timer = setInterval(() => setNow(new Date()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
