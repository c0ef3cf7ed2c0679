import { useEffect, useState } from 'react'

/** Milliseconds after which somebody who holds a phone to a label wants to hear something. */
const LATE = 15_000

/** Whether it goes on for too long already. */
export function useLate(isGoing: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isGoing) return
    const timer = setTimeout(() => setLate(true), LATE)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isGoing])
  return isLate
}
