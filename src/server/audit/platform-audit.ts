// What people of no company did: founders, and owners of rigs with their own. Written once, like a company's trail;
// nobody changes a line afterwards.

import { randomUUID } from 'node:crypto'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type PlatformAuditEntry = {
  /** What it was done to and what was done: `rig.claim`, `company.verify`. */
  readonly verb: string
  readonly companyUUID?: string
  readonly ticketId?: number
  readonly vin?: string
  /** What a sentence of it needs besides. */
  readonly detail?: object
}

/** Adds a line to the trail of whoever is at work, who is a founder or an owner of rigs. */
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
