import { useEffect, useState } from 'react'

/** Whoever is of no company is of the place that they look from. */
export function useTimeZone(): string {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}
