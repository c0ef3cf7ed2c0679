// What was added to completed tickets, with its photos, oldest first.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Addendum } from '#domain/tickets/addendum.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const addendaOfTickets = statement((scope, { ticketIds }: { ticketIds: readonly number[] }) =>
  scope
    .from('addendum')
    .selectAll()
    .where(sql<boolean>`ticket_id = any(${ticketIds}::integer[])`)
    .orderBy('addedAt')
    .orderBy('addendumId'),
)

/** The addenda of these tickets, by ticket. */
export async function listAddendaOf(
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<Map<number, Addendum[]>> {
  const rows = await addendaOfTickets(work, { ticketIds }).execute()
  const addenda = new Map<number, Addendum[]>()
  if (rows.length === 0) return addenda
  const photos = await work
    .from('photo')
    .select(['addendumId', 'photoId', 'moment', 'width', 'height', 'addedAt'])
    .where('ticketId', 'in', [...ticketIds])
    .where('addendumId', 'is not', null)
    .orderBy('addedAt')
    .orderBy('position')
    .execute()
  for (const { ticketId, addendumId, addedAt, addedBy, addedByName, text } of rows) {
    const own = photos
      .filter(photo => photo.addendumId === addendumId)
      .map(({ addendumId: _, ...photo }) => photo)
    const by = { id: addedBy, name: addedByName }
    addenda.set(ticketId, [...(addenda.get(ticketId) ?? []), { addendumId, addedAt, by, text, photos: own }])
  }
  return addenda
}

export const listAddenda = async (work: UnitOfWork, ticketId: number): Promise<Addendum[]> =>
  (await listAddendaOf(work, [ticketId])).get(ticketId) ?? []

/** Adds one without photos; returns its id. */
export function insertAddendum(
  work: UnitOfWork,
  ticketId: number,
  { addedAt, by, text }: Omit<Addendum, 'photos' | 'addendumId'>,
): string {
  const addendumId = randomUUID()
  const who = { addedBy: by.id, addedByName: by.name }
  work.insert('addendum', { ticketId, addendumId, addedAt, text, ...who })
  return addendumId
}
