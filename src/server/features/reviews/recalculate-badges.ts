// As months pass reviews lapse, and a badge that rested on them goes with them; or comes, when it was the bad ones.
// So does what they added to the rating.

import type { Owner } from '#domain/account/actor.ts'
import { runInTransaction, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { listOutdatedBadges, updateBadge } from './store.ts'

/** Settles every badge and rating that is not what its company's reviews come to at `now`. Every server looks. */
export async function recalculateBadges(unitOfWorkServices: UnitOfWorkServices, now: Date): Promise<void> {
  for (const companyId of await listOutdatedBadges(unitOfWorkServices.database, now)) {
    const actor: Owner = { kind: 'owner', id: companyId, name: 'Rigwright', companyId }
    await runInTransaction(
      unitOfWorkServices,
      { actor, actorKey: '', now, timeZone: 'UTC' },
      'command',
      updateBadge,
    )
  }
}
