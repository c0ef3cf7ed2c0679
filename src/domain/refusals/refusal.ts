// A refusal says what happened and what to do.

import type { Blocker } from './refusal-sentence.ts'

/** What code decides by: messages are only shown. */
export type ReasonCode = Blocker['code']

/** Thrown by domain verbs; the server sends REFUSED with these blockers. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly obstacles: readonly Blocker[]

  constructor(obstacles: readonly Blocker[]) {
    super(obstacles.map(blocker => blocker.code).join(', '))
    this.obstacles = obstacles
  }
}

/** Throws a Refusal if there are blockers. */
export function assertNoBlockers(blockers: readonly Blocker[]): void {
  if (blockers.length > 0) throw new Refusal(blockers)
}
