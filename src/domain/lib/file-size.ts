// File sizes, shown before a download.

const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const
const STEP = 1000

/** A size in bytes, in decimal units: `812 bytes`, `6 KB`, `24.3 MB`. */
export function formatFileSize(bytes: number): string {
  let size = bytes
  let unit = 0
  // 999.6 KB would be printed as 1000 KB.
  while (Math.round(size) >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  const formatted = unit < 2 ? Math.round(size) : Math.round(size * 10) / 10
  return `${formatted} ${UNITS[unit]}`
}
