/** How long to measure. */
export type BenchDuration = {
  readonly rounds: number
  readonly seconds: number
  readonly isQuick: boolean
}
