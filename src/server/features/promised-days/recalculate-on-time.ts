// On Time: days pass and tickets are finalized, which changes what a company's promises come to.

import { sql } from 'kysely'
import type { Owner } from '#domain/account/actor.ts'
import { ON_TIME, type OnTimeCount } from '#domain/promised-days/on-time.ts'
import { listInReach } from '#server/db/cluster-nodes.ts'
import { runInTransaction, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { saveOnTime } from '#server/features/companies/store.ts'

/** Updates On Time of every company whose promised tickets are counted otherwise than they are at `now`. */
export async function recalculateOnTime(services: UnitOfWorkServices, now: Date): Promise<void> {
  const among = await listInReach(services)
  const { rows } = await sql<OnTimeCount & { companyId: string }>`
    select company_id, promised, on_time
    from on_time_to_recalculate(${now}, ${ON_TIME.days}, ${among}::uuid[])`.execute(services.database)
  for (const { companyId, ...count } of rows) {
    const actor: Owner = { kind: 'owner', id: companyId, name: 'Rigwright', companyId }
    await runInTransaction(services, { actor, actorKey: null, now, timeZone: 'UTC' }, 'command', work =>
      saveOnTime(work, count),
    )
  }
}
