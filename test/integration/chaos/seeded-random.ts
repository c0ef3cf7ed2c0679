// Repeatable randomness: the same seed makes the same choices.

export type SeededRandom = {
  /** From 0 up to 1. */
  readonly next: () => number
  readonly below: (end: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

/** Mulberry32. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    pick: from => {
      if (from.length === 0) throw new Error('nothing to pick from')
      return from[below(from.length)] as (typeof from)[number]
    },
  }
}

/** The run's seed: CHAOS_SEED, or a new one each time. It is printed, so that a run can be repeated. */
export function seedOfRun(name: string): number {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 1_000_000))
  console.log(`${name}: CHAOS_SEED=${seed}`)
  return seed
}
