export const MOST_WORKERS = 64

/**
 * What `--workers 4` or `--workers=4` asks for; null when nothing is asked. Throws an Error with one sentence when
 * it cannot be used.
 */
export function readCount(args: readonly string[]): number | null {
  const at = args.findIndex(arg => arg === '--workers' || arg.startsWith('--workers='))
  if (at === -1) return null
  const value = args[at] === '--workers' ? args[at + 1] : args[at]?.slice('--workers='.length)
  const count = /^\d{1,9}$/.test(value ?? '') ? Number(value) : 0
  if (count >= 1 && count <= MOST_WORKERS) return count
  const said = value === undefined ? 'says no number' : `is "${value}"`
  throw new Error(
    `--workers ${said}; it has to be a whole number from 1 to ${MOST_WORKERS}, such as --workers 4: one for each core of the machine.`,
  )
}
