/** How long to measure. */
export type Length = {
  readonly rounds: number
  readonly seconds: number
  readonly isQuick: boolean
}
