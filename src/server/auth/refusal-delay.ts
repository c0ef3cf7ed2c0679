// How long a refused login takes must not tell what is stored for the email: nothing, an Argon2id hash, or an imported
// one, which takes four times as long to verify. So a refusal waits until the next multiple of a fixed time. The wait is
// a timer: it uses no CPU, and holds no database connection.

import { setTimeout as sleep } from 'node:timers/promises'

/** Far above the slowest hash, also on a small server. A refusal that takes longer waits for the next multiple. */
const REFUSAL_STEP_MS = 250

export type MonotonicClock = {
  /** Milliseconds since any fixed moment. */
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<unknown>
}

export const systemClock: MonotonicClock = { now: () => performance.now(), sleep }

/** Resolves when a refusal of what began at `startedAt`, by the clock, may be sent. */
export async function delayRefusal({ now, sleep }: MonotonicClock, startedAt: number): Promise<void> {
  await sleep(REFUSAL_STEP_MS - ((now() - startedAt) % REFUSAL_STEP_MS))
}
