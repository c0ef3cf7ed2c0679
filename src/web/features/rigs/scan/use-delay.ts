import { useEffect, useState } from 'react'

/** Milliseconds after which somebody who holds a phone to a label wants to hear something. */
const DELAY_MS = 15_000

/** Whether it goes on for too long already. */
export function useDelay(isRunning: boolean): boolean {
  const [isElapsed, setElapsed] = useState(false)
  useEffect(() => {
    if (!isRunning) return
    const timer = setTimeout(() => setElapsed(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setElapsed(false)
    }
  }, [isRunning])
  return isElapsed
}
