// What an RV's owner reads and enters of its components, and shares. The database decides what their claim opens.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type ComponentDetails,
  type ComponentEntry,
  MAX_COMPONENT_ENTRIES,
  readComponents,
} from '#domain/components/component.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

export type OwnersEntry = ComponentEntry & {
  /** The company that entered it, on which ticket; null of an owner, and of a visit that is not open. */
  readonly ofCompany: string | null
  readonly companyName: string | null
  readonly isMine: boolean
  readonly isOwnDispute: boolean
}

const entriesOfClaimedRig = statement(
  (_, { vin }: { vin: string }) =>
    sql<OwnersEntry>`
      select *, null as entered_by_name, false as is_shared, null as warranty_until, null as plate_photo
      from claimed_rig_components(${vin}, ${MAX_COMPONENT_ENTRIES}) order by entered_at, entry_id`,
)

/** What is on record of the components of a rig that the current account holds; nothing of another's. */
export const listOwnersComponents = async (work: UnitOfWork, vin: string) =>
  readComponents(await entriesOfClaimedRig(work, { vin }).execute())

export type NewOwnersEntry = ComponentDetails &
  Pick<ComponentEntry, 'componentId' | 'how' | 'day' | 'replaces'>

/** Returns whether it was added: not to another's rig, nor to a full record. */
export async function addOwnersEntry(work: UnitOfWork, vin: string, entry: NewOwnersEntry): Promise<boolean> {
  const { componentId, modelYear, serial, ...columns } = entry
  const row = {
    ...columns,
    ...{ entry_id: randomUUID(), component_id: componentId, model_year: modelYear, serial: serial ?? '' },
  }
  const { rows } = await sql<{ added: boolean }>`
    select add_owner_component_entry(${vin}, ${JSON.stringify(row)}::jsonb, ${MAX_COMPONENT_ENTRIES}, ${work.now})
      as added`.execute(work.database)
  return rows[0]?.added === true
}

export type Sharing = { readonly sharesSerials: boolean; readonly sharedComponents: readonly string[] }

const ofOwnClaim = (work: UnitOfWork, claimId: string) => ({ claimId, accountId: work.by.id })

/** What the owner shares with companies that work on the rig. */
export async function getSharing(work: UnitOfWork, claimId: string): Promise<Sharing> {
  return await work.database
    .selectFrom('rigClaim')
    .select(['sharesSerials', 'sharedComponents'])
    .where(same => same.and(ofOwnClaim(work, claimId)))
    .executeTakeFirstOrThrow()
}

export async function saveSharing(work: UnitOfWork, claimId: string, sharing: Sharing): Promise<void> {
  await work.database
    .updateTable('rigClaim')
    .set(sharing)
    .where(same => same.and(ofOwnClaim(work, claimId)))
    .execute()
}

type DisputeKey = {
  readonly vin: string
  readonly entryId: string
  readonly companyUuid: string
  readonly ticketId: number
}

/** Saves what the owner disputes of an entry, replacing what they wrote before; returns whether it is the first. */
export async function saveDispute(
  work: UnitOfWork,
  claimId: string,
  key: DisputeKey,
  words: string,
): Promise<boolean> {
  const { numDeletedRows } = await deleteDispute(work, claimId, key)
  await work.database
    .insertInto('componentDispute')
    .values({ ...key, claimId, accountId: work.by.id, words, writtenAt: work.now })
    .execute()
  return numDeletedRows === 0n
}

export const deleteDispute = (work: UnitOfWork, claimId: string, { vin, entryId }: DisputeKey) =>
  work.database
    .deleteFrom('componentDispute')
    .where('vin', '=', vin)
    .where('entryId', '=', entryId)
    .where('claimId', '=', claimId)
    .where('accountId', '=', work.by.id)
    .executeTakeFirst()
