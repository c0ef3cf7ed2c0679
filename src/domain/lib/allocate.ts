// Sharing a whole number without losing any of it.

/**
 * Shares `amount` (not negative) among `weights` (not negative) in proportion, in whole numbers that add up to it: what is
 * left over by rounding down goes to the largest remainders, the first of equal ones first. Without any weight there is
 * nothing to share among. Amounts are cents, or hundredths of an hour.
 */
export function allocate<Whole extends number>(amount: Whole, weights: readonly number[]): Whole[] {
  const total = weights.reduce((all, weight) => all + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => 0 as Whole)
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, whole: product / total, remainder: product % total }
  })
  let left = BigInt(amount) - shares.reduce((all, { whole }) => all + whole, 0n)
  const byRemainder = shares.toSorted((one, other) =>
    one.remainder === other.remainder ? one.index - other.index : one.remainder > other.remainder ? -1 : 1,
  )
  for (const share of byRemainder) {
    if (left === 0n) break
    share.whole += 1n
    left -= 1n
  }
  return shares.map(({ whole }) => Number(whole) as Whole)
}
