// Throughput per second, on both sides in turn.

import type { BenchDuration } from '../bench-duration.ts'
import { alternate, type BenchEnvironment, type Company, headersOf, type Side } from '../bench-environment.ts'
import type { LoadOptions } from '../load.ts'
import type { ReportRow } from '../result-table.ts'
import { median, ratioOf } from '../stats.ts'

type ThroughputOptions = Omit<LoadOptions, 'base' | 'clients' | 'seconds'> & {
  /** One client for each, as this company's owner. */
  readonly as: readonly Company[]
}

export async function measureThroughput(
  environment: BenchEnvironment,
  { as, ...options }: ThroughputOptions,
  { rounds, seconds }: BenchDuration,
): Promise<Omit<ReportRow, 'work' | 'goal'>> {
  const measure = (side: Side) =>
    environment.load.request({
      ...options,
      seconds,
      base: environment[side].url,
      clients: as.map(company => headersOf(side, company)),
    })
  // Both are warmed up before the first round.
  for (const side of ['baseline', 'product'] as const) await measure(side)
  const measured = await alternate(rounds, measure)
  const [ours, baselines] = [measured.map(m => m.product), measured.map(m => m.baseline)]
  const [rates, baselineRates] = [ours.map(m => m.perSecond), baselines.map(m => m.perSecond)]
  const half = (found: typeof ours) => median(found.map(({ p50 }) => p50)).toFixed(1)
  return {
    unit: 'a second',
    product: median(rates),
    baseline: median(baselineRates),
    ratio: ratioOf(rates, baselineRates),
    goalOf: 'ratio',
    better: 'more',
    rounds: rates.map((rate, round) => [rate, baselineRates[round] ?? Number.NaN] as const),
    note: `half within ${half(ours)} ms, baseline ${half(baselines)}`,
  }
}
