const MAX_WORKERS = 64

/**
 * The number in `--workers 4` or `--workers=4`; null without the option. Throws an Error with one sentence if it is
 * invalid.
 */
export function parseWorkerCount(args: readonly string[]): number | null {
  const index = args.findIndex(arg => arg === '--workers' || arg.startsWith('--workers='))
  if (index === -1) return null
  const value = args[index] === '--workers' ? args[index + 1] : args[index]?.slice('--workers='.length)
  const count = /^\d{1,9}$/.test(value ?? '') ? Number(value) : 0
  if (count >= 1 && count <= MAX_WORKERS) return count
  const problem = value === undefined ? 'has no number' : `is "${value}"`
  throw new Error(
    `--workers ${problem}; it must be a whole number from 1 to ${MAX_WORKERS}, such as --workers 4: one per CPU core.`,
  )
}
