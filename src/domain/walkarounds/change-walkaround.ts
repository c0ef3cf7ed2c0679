// Apart from what a walkaround says, which pages of customers read without a ticket's rules.

import { Refusal } from '#domain/refusals/refusal.ts'
import { isRigHere } from '#domain/tickets/check-in.ts'
import { assertActive, type Ticket } from '#domain/tickets/ticket.ts'
import type { Walkaround } from './walkaround.ts'

/** Omitted fields stay. */
type WalkaroundChanges = { readonly [Field in keyof Walkaround]?: Walkaround[Field] | undefined }

const NOTHING: Walkaround = { propane: null, batteryVolts: null, damage: [] }

/**
 * The walkaround of a ticket whose rig is here, after these changes. Throws a Refusal if the rig is not here, and if nothing
 * is entered.
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
    damage: changes.damage ?? damage,
  }
  if (after.propane === null && after.batteryVolts === null && after.damage.length === 0)
    throw new Refusal([{ code: 'walkaround.empty' }])
  return after
}

/** Whether two walkarounds say the same. */
export const isSameWalkaround = (one: Walkaround, other: Walkaround): boolean =>
  one.propane === other.propane &&
  one.batteryVolts === other.batteryVolts &&
  one.damage.length === other.damage.length &&
  one.damage.every((text, index) => text === other.damage[index])
