// Reviews expire after months, which changes badges and ratings.

import type { Owner } from '#domain/account/actor.ts'
import { runInTransaction, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { listOutdatedBadges, updateBadge } from './store.ts'

/** Updates every badge and rating that does not match its company's reviews at `now`. */
export async function recalculateRatingsAndBadges(
  unitOfWorkServices: UnitOfWorkServices,
  now: Date,
): Promise<void> {
  for (const companyId of await listOutdatedBadges(unitOfWorkServices, now)) {
    const actor: Owner = { kind: 'owner', id: companyId, name: 'Rigwright', companyId }
    await runInTransaction(
      unitOfWorkServices,
      { actor, actorKey: null, now, timeZone: 'UTC' },
      'command',
      updateBadge,
    )
  }
}
