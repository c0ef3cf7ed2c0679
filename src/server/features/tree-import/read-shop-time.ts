// Time in the shop, as our own exports have it beside the tree.

import { overlaps, type ShopSession } from '#domain/shop-clock/shop-session.ts'
import type { RecordProblem } from './read-records.ts'

type SessionRow = Pick<ShopSession, 'employeeId' | 'clockInTime' | 'clockOutTime'>

/** Why time in the shop does not fit that before it: nobody is there twice at once. */
export class ShopTimeChecks {
  /** By person. */
  readonly #sessions = new Map<string, SessionRow[]>()
  /** By the name of the set. */
  readonly problems: ReadonlyMap<string, RecordProblem> = new Map<string, RecordProblem>([
    ['shopTime', (row: SessionRow) => this.#problem(row)],
  ])

  #problem(session: SessionRow): string | null {
    const own = this.#sessions.get(session.employeeId)
    if (own === undefined) this.#sessions.set(session.employeeId, [session])
    else if (own.some(other => overlaps(session, other)))
      return 'They were already clocked in for part of this time; it was left out.'
    else own.push(session)
    return null
  }
}
