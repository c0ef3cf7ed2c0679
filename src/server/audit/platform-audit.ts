// The audit log of people without a company: founders, and RV owners. Append-only, like a company's log.

import { randomUUID } from 'node:crypto'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type PlatformAuditEntry = {
  /** What was done and to what: `rig.claim`, `company.verify`. */
  readonly verb: string
  readonly companyUUID?: string
  readonly ticketId?: number
  readonly vin?: string
  /** Further facts for its sentence. */
  readonly detail?: object
}

/** Adds an entry to the log of the current actor, a founder or an RV owner. */
export async function appendPlatformEntry(
  work: UnitOfWork,
  { verb, companyUUID, ticketId, vin, detail }: PlatformAuditEntry,
): Promise<void> {
  const { id: actor, name: actorName } = work.by
  await work.database
    .insertInto('platformAudit')
    .values({
      entryId: randomUUID(),
      at: work.now,
      actor,
      actorName,
      actorKind: work.actor.kind,
      verb,
      companyUuid: companyUUID ?? null,
      ticketId: ticketId ?? null,
      vin: vin ?? null,
      detail: detail === undefined ? null : JSON.stringify(detail),
    })
    .execute()
}
