// What a scheduled job does for many companies: one transaction for each thing that is due.

import type { Owner } from '#domain/account/actor.ts'
import { runInTransaction, type UnitOfWork, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'

type DueItem = { readonly companyId: string; readonly timeZone: string }

/** Without a user: the log names the product. */
const systemActor = (companyId: string): Owner => ({
  kind: 'owner',
  id: companyId,
  name: 'Rigwright',
  companyId,
})

/**
 * Runs `task` for each item, in a transaction of its company. Rejects with the errors, after all were tried; `failed`
 * is the sentence for that many.
 */
export async function runForEach<Item extends DueItem>(
  services: UnitOfWorkServices,
  items: readonly Item[],
  now: Date,
  task: (work: UnitOfWork, item: Item) => Promise<void>,
  failed: (count: number) => string,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    const { companyId, timeZone } = item
    const execution = { actor: systemActor(companyId), actorKey: companyId, now, timeZone }
    await runInTransaction(services, execution, 'command', work => task(work, item)).catch(error =>
      errors.push(error),
    )
  }
  if (errors.length > 0) throw new AggregateError(errors, failed(errors.length))
}
