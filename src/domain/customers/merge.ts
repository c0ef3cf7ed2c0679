// Customers whom the desk found to be the same person. Each record stays as it was, so that they can be separated again.

/** For so many days two merged customers can be separated. */
export const SEPARATE_DAYS = 30

export const canSeparate = (mergedAt: Date, now: Date): boolean =>
  now.getTime() - mergedAt.getTime() < SEPARATE_DAYS * 24 * 60 * 60_000

type Merge = { readonly customerId: string; readonly mergedWith: string | null }

/**
 * Whose each of these records is, by their ids: that of the one at the end of those that they were merged with; null of
 * one who is on their own. One who was merged with nobody here, or with themself in the end, is on their own.
 */
export function mergedIntoOf(records: readonly Merge[]): ReadonlyMap<string, string | null> {
  const known = new Map(records.map(({ customerId, mergedWith }) => [customerId, mergedWith]))
  const nextOf = (id: string): string | null => {
    const next = known.get(id) ?? null
    return next !== null && known.has(next) ? next : null
  }
  const lastOf = (id: string): string | null => {
    const passed = new Set([id])
    let last = id
    for (let next = nextOf(id); next !== null; next = nextOf(next)) {
      if (passed.has(next)) return null
      passed.add(next)
      last = next
    }
    return last === id ? null : last
  }
  return new Map(records.map(({ customerId }) => [customerId, lastOf(customerId)]))
}
