// How much goes through in a second, on both sides in turn.

import { alternate, type Company, headersOf, type Side, type Stage } from '../environment.ts'
import type { Load } from '../load.ts'
import type { Row } from '../report.ts'
import { median, ratioOf } from '../stats.ts'
import type { Length } from './duration.ts'

type Asking = Omit<Load, 'base' | 'clients' | 'seconds'> & {
  /** One client for each, as this company's owner. */
  readonly as: readonly Company[]
}

export async function rateOf(
  stage: Stage,
  { as, ...asking }: Asking,
  { rounds, seconds }: Length,
): Promise<Omit<Row, 'work' | 'goal'>> {
  const measure = (side: Side) =>
    stage.load.ask({
      ...{ ...asking, seconds, base: stage[side].url },
      clients: as.map(company => headersOf(side, company)),
    })
  // Both are warm before the first round counts.
  for (const side of ['floor', 'product'] as const) await measure(side)
  const measured = await alternate(rounds, measure)
  const [ours, floors] = [measured.map(m => m.product), measured.map(m => m.floor)]
  const [rates, floorRates] = [ours.map(m => m.perSecond), floors.map(m => m.perSecond)]
  const half = (found: typeof ours) => median(found.map(({ p50 }) => p50)).toFixed(1)
  return {
    ...{ unit: 'a second', product: median(rates), floor: median(floorRates) },
    ...{ ratio: ratioOf(rates, floorRates), goalOf: 'ratio', better: 'more' },
    rounds: rates.map((rate, round) => [rate, floorRates[round] ?? Number.NaN] as const),
    note: `half within ${half(ours)} ms, floor ${half(floors)}`,
  }
}
