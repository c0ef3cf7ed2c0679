// Labor time. Estimates are decimal hours with two decimals (the desk enters quarter hours), tracked time is
// milliseconds from clock sessions. Both are shown as `XhYYm`.

/** The specification's step for an estimate, in hours. */
export const ESTIMATE_STEP = 0.25

/** The maximum estimate of a job line in hours. */
export const MAX_ESTIMATE = 1000

/** Hours as a whole number of hundredths, for exact arithmetic. */
export const toHundredths = (hours: number): number => Math.round(hours * 100)

const formatMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}m`

/** Decimal hours as `XhYYm`, to the nearest minute: 1.25 is `1h15m`. */
export const formatHours = (hours: number): string => formatMinutes(Math.round(hours * 60))

/** A duration in milliseconds as `XhYYm`, to the nearest minute. */
export const formatDuration = (milliseconds: number): string =>
  formatMinutes(Math.round(milliseconds / 60_000))

/** A running clock as `h:mm`, in completed minutes. */
export function formatRunning(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** A duration in milliseconds as minutes with two decimals (specification 9, total time spent). */
export const formatDecimalMinutes = (milliseconds: number): string => (milliseconds / 60_000).toFixed(2)
