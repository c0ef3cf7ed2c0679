// Apart from what a walkaround says, which pages of customers read without a ticket's rules.

import { Refusal } from '#domain/refusals/refusal.ts'
import { isRigHere } from '#domain/tickets/check-in.ts'
import { assertActive, type Ticket } from '#domain/tickets/ticket.ts'
import { MAX_DAMAGES, type Walkaround } from './walkaround.ts'

/** Omitted fields stay. */
type WalkaroundChanges = { readonly [Field in keyof Walkaround]?: Walkaround[Field] | undefined } & {
  /** The damage that the writer read before; omitted: what is recorded. */
  readonly damageSeen?: readonly string[] | undefined
}

/** The lines with those added and removed that someone added to and removed from what they had read. */
function mergeLines(
  lines: readonly string[],
  seen: readonly string[],
  typed: readonly string[],
): readonly string[] {
  if (lines.length === seen.length && lines.every((line, index) => line === seen[index])) return typed
  return [
    ...lines.filter(line => typed.includes(line) || !seen.includes(line)),
    ...typed.filter(line => !lines.includes(line) && !seen.includes(line)),
  ]
}

const NOTHING: Walkaround = { propane: null, batteryVolts: null, damage: [] }

/**
 * The walkaround of a ticket whose rig is here, after these changes; two who note damage at once both do. Throws a Refusal if
 * the rig is not here, if nothing is entered, and for more damage than a walkaround takes.
 */
export function changeWalkaround(
  ticket: Ticket,
  before: Walkaround | null,
  changes: WalkaroundChanges,
): Walkaround {
  if (!isRigHere(ticket)) assertActive(ticket)
  const { propane, batteryVolts, damage } = before ?? NOTHING
  const after = {
    propane: changes.propane === undefined ? propane : changes.propane,
    batteryVolts: changes.batteryVolts === undefined ? batteryVolts : changes.batteryVolts,
    damage:
      changes.damage === undefined
        ? damage
        : mergeLines(damage, changes.damageSeen ?? damage, changes.damage),
  }
  if (after.propane === null && after.batteryVolts === null && after.damage.length === 0)
    throw new Refusal([{ code: 'walkaround.empty' }])
  if (after.damage.length > MAX_DAMAGES) throw new Refusal([{ code: 'walkaround.full', most: MAX_DAMAGES }])
  return after
}

/** Whether two walkarounds say the same. */
export const isSameWalkaround = (one: Walkaround, other: Walkaround): boolean =>
  one.propane === other.propane &&
  one.batteryVolts === other.batteryVolts &&
  one.damage.length === other.damage.length &&
  one.damage.every((text, index) => text === other.damage[index])
