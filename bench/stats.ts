// Statistics of measurements.

/** The value below which `share` of them are; NaN without values. */
export function percentile(values: readonly number[] | Float64Array, share: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[] | Float64Array): number => percentile(values, 0.5)

/** The median of the rounds' ratios: a slow round affects both sides. */
export const ratioOf = (ours: readonly number[], baselines: readonly number[]): number =>
  median(ours.map((value, round) => value / (baselines[round] ?? Number.NaN)))
