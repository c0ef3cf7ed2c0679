/** How long to measure. */
export type BenchDuration = {
  readonly rounds: number
  readonly seconds: number
  readonly isQuick: boolean
}

export const QUICK: BenchDuration = { rounds: 3, seconds: 1, isQuick: true }
export const FULL: BenchDuration = { rounds: 5, seconds: 2.5, isQuick: false }
