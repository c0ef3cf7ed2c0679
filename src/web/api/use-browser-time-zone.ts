import { useEffect, useState } from 'react'
import { zoneOrUtc } from '#domain/lib/company-time.ts'

export const browserTimeZone = (): string => zoneOrUtc(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Without a company: the browser's time zone. */
export function useBrowserTimeZone(): string {
  const [zone, setZone] = useState('UTC')
  useEffect(() => setZone(browserTimeZone()), [])
  return zone
}
