// As months pass reviews lapse, and a badge that rested on them goes with them; or comes, when it was the bad ones.
// So does what they added to the rating.

import type { Owner } from '#domain/account/actor.ts'
import { asOnePiece, type Workplace } from '#server/db/unit-of-work.ts'
import { badgesToRevise, settleBadge } from './store.ts'

/** Settles every badge and rating that is not what its company's reviews come to at `now`. Every server looks. */
export async function reviseBadges(workplace: Workplace, now: Date): Promise<void> {
  for (const companyId of await badgesToRevise(workplace.database, now)) {
    const actor: Owner = { kind: 'owner', id: companyId, name: 'Rigwright', companyId }
    await asOnePiece(workplace, { actor, actorKey: '', now, timeZone: 'UTC' }, 'command', settleBadge)
  }
}
