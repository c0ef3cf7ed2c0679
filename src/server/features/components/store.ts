// What RVs are made of, in the database: entries by VIN, which are only ever added.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  type ComponentDetails,
  type ComponentEntry,
  MAX_COMPONENT_ENTRIES,
  type RigComponent,
  readComponents,
} from '#domain/components/component.ts'
import { isSameCustomer } from '#domain/rigs/same-customer.ts'
import { isSharedVin } from '#domain/rigs/vin.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listTicketsOfOwnRigs } from '#server/features/customers/store.ts'

const entriesOfRig = statement(
  (_, { vin, ownTickets }: { vin: string; ownTickets: readonly number[] }) =>
    sql<Omit<ComponentEntry, 'warrantyUntil' | 'platePhoto'>>`
      select * from rig_components(${vin}, ${ownTickets}::integer[], ${MAX_COMPONENT_ENTRIES})
      order by entered_at, entry_id`,
)

/** What only the company that entered it reads. */
const ownFactsOfRig = statement((scope, { vin }: { vin: string }) =>
  scope
    .from('componentEntry')
    .select(['entryId', 'warrantyUntil', 'platePhoto'])
    .where('vin', '=', vin)
    .where(({ or, eb }) => or([eb('warrantyUntil', 'is not', null), eb('platePhoto', 'is not', null)])),
)

/** The tickets of the same RV, for one whose text is no VIN: those of its customer. */
async function listOwnTickets(work: UnitOfWork, ticket: Ticket): Promise<number[]> {
  const { customerRV, customerDetails } = ticket
  if (isSharedVin(customerRV.vin)) return []
  const tickets = await listTicketsOfOwnRigs(work, [customerRV.vin])
  return tickets.filter(each => isSameCustomer(each, customerDetails)).map(({ ticketId }) => ticketId)
}

/** What is on record of the components of a ticket's RV. */
export async function listComponents(work: UnitOfWork, ticket: Ticket): Promise<RigComponent[]> {
  const { vin } = ticket.customerRV
  if (vin === '') return []
  const ownTickets = await listOwnTickets(work, ticket)
  const [entries, facts] = await Promise.all([
    entriesOfRig(work, { vin, ownTickets }).execute(),
    ownFactsOfRig(work, { vin }).execute(),
  ])
  const own = new Map(facts.map(fact => [fact.entryId, fact]))
  return readComponents(
    entries.map(entry => {
      const { warrantyUntil = null, platePhoto = null } = own.get(entry.entryId) ?? {}
      return { ...entry, warrantyUntil, platePhoto }
    }),
  )
}

type NewEntry = Omit<ComponentDetails, 'serial'> &
  Pick<ComponentEntry, 'componentId' | 'how' | 'day' | 'warrantyUntil'> & {
    readonly serial: string
    readonly replaces?: string | undefined
    readonly platePhoto?: string
  }

export function addEntry(
  work: UnitOfWork,
  { ticketId, customerRV: { vin } }: Ticket,
  { replaces, platePhoto, ...entry }: NewEntry,
): void {
  work.insert('componentEntry', {
    ...entry,
    ...{ vin, entryId: randomUUID(), ticketId, replaces: replaces ?? null, platePhoto: platePhoto ?? null },
    ...{ enteredAt: work.now, enteredBy: work.by.id, enteredByName: work.by.name },
  })
}

/** Another VIN of the company's under which it entered this serial number, and did not clear it; null without one. */
export async function findOtherVin(work: UnitOfWork, serial: string, vin: string): Promise<string | null> {
  if (serial === '') return null
  const others = await work
    .from('componentEntry')
    .select(['vin', 'componentId', 'how'])
    .where('serial', '<>', '')
    .where(sql<boolean>`upper(replace(serial, ' ', '')) = ${serial.replaceAll(' ', '').toUpperCase()}`)
    .where('vin', '<>', vin)
    .orderBy('enteredAt', 'desc')
    .execute()
  const last = new Map(others.toReversed().map(entry => [entry.componentId, entry]))
  return [...last.values()].findLast(({ how }) => how !== 'cleared')?.vin ?? null
}

/**
 * What was entered on a ticket goes with it to another VIN. Returns the components that go: more than a removal was entered
 * of them. Lines on others lose theirs, which stay with the VIN before.
 */
export async function moveEntries(
  work: UnitOfWork,
  ticketId: number,
  oldVin: string,
  newVin: string,
): Promise<ReadonlySet<string>> {
  if (oldVin === '') return new Set()
  const { rows } = await sql<{ componentId: string }>`
    select component_id from move_own_component_entries(${oldVin}, ${newVin}, ${ticketId})`.execute(
    work.database,
  )
  return new Set(rows.map(({ componentId }) => componentId))
}
