import { useEffect, useState } from 'react'

/** A founder is of no company, and of whatever place they look from. */
export function useOwnZone(): string {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}
