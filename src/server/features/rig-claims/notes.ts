// An owner's note and dispute on a visit.

import type { NoteKind } from '#domain/rig-claims/claim-code.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/api-errors.ts'

type NoteKey = {
  readonly vin: string
  readonly companyUUID: string
  readonly ticketId: number
  readonly kind: NoteKind
}

type Claim = { readonly claimId: string; readonly openedFrom: Date | null }

/** NOT_FOUND unless it is a visit of the rig that its owner can see. */
export async function assertVisitVisible(
  work: UnitOfWork,
  { openedFrom }: Claim,
  key: NoteKey,
): Promise<void> {
  const visit = await work.database
    .selectFrom('workHistory')
    .select('completedTimestamp')
    .where('vin', '=', key.vin)
    .where('companyId', '=', key.companyUUID)
    .where('ticketId', '=', key.ticketId)
    .executeTakeFirst()
  if (visit === undefined || (openedFrom !== null && visit.completedTimestamp < openedFrom))
    throw notFound('This rig has no such visit.')
}

/** Saves a note, replacing an earlier one; returns whether it is the first. */
export async function saveNote(
  work: UnitOfWork,
  { claimId }: Claim,
  key: NoteKey,
  words: string,
): Promise<boolean> {
  const { vin, companyUUID: companyUuid, ticketId, kind } = key
  const before = await work.database
    .selectFrom('rigNote')
    .select('words')
    .where('vin', '=', vin)
    .where('companyUuid', '=', companyUuid)
    .where('ticketId', '=', ticketId)
    .where('claimId', '=', claimId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  const columns = { words, writtenAt: work.now }
  await work.database
    .insertInto('rigNote')
    .values({ vin, companyUuid, ticketId, claimId, kind, accountId: work.by.id, ...columns })
    .onConflict(same =>
      same.columns(['vin', 'companyUuid', 'ticketId', 'claimId', 'kind']).doUpdateSet(columns),
    )
    .execute()
  return before === undefined
}

export async function deleteNote(work: UnitOfWork, { claimId }: Claim, key: NoteKey): Promise<void> {
  const { numDeletedRows } = await work.database
    .deleteFrom('rigNote')
    .where('vin', '=', key.vin)
    .where('companyUuid', '=', key.companyUUID)
    .where('ticketId', '=', key.ticketId)
    .where('claimId', '=', claimId)
    .where('kind', '=', key.kind)
    .where('accountId', '=', work.by.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Your note was already removed.')
}
