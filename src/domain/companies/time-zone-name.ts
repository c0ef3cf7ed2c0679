import { isTimeZone } from '#domain/lib/company-time.ts'

/** A time zone as it is stored: `America/Chicago` for `us/central`; null if unknown, or an offset such as `-05:00`. */
export const normalizeTimeZone = (name: string): string | null =>
  /^[a-z]/i.test(name) && isTimeZone(name)
    ? new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
    : null
