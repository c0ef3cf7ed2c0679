import { useEffect, useState } from 'react'

/** Without a company: the browser's time zone. */
export function useBrowserTimeZone(): string {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return zone
}
