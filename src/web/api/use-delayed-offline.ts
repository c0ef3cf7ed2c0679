import { useEffect, useState } from 'react'

const DELAY_MS = 3000

/** Whether a connection has been down long enough to mention it. */
export function useDelayedOffline(isUp: boolean): boolean {
  const [isOffline, setOffline] = useState(false)
  useEffect(() => {
    if (isUp) return setOffline(false)
    const timer = setTimeout(() => setOffline(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [isUp])
  return isOffline
}
