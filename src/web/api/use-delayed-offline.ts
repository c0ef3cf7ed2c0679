import { useEffect, useState } from 'react'

const PATIENCE_MS = 3000

/** Whether a connection has been down long enough to be worth a word. */
export function useLost(isUp: boolean): boolean {
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    if (isUp) return setLost(false)
    const timer = setTimeout(() => setLost(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isUp])
  return isLost
}
