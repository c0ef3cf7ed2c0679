// Customers who wait, across companies, and when something last changed on a ticket.

import { sql } from 'kysely'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** Every company's tickets on hold whose customers it may be time to email. */
export async function listWaitingCustomers(services: AcrossCompanies, now: Date) {
  const among = await listInReach(services)
  const { rows } = await sql<{ companyId: string; ticketId: number; timeZone: string }>`
    select * from waiting_customers(${now}, ${among}::uuid[])`.execute(services.database)
  return rows
}

/** What its customer does with the link changes nothing for them. */
const BY_CUSTOMER = [
  'ticket.open-link',
  'ticket.read-messages',
  'ticket.read-company-messages',
  'ticket.turn-on-push',
  'ticket.turn-off-push',
]

const lastChange = statement((scope, { subject }: { subject: string }) =>
  scope
    .from('changeLog')
    .select('at')
    .where('kind', '=', 'ticket')
    .where('id', '=', subject)
    .where('verb', 'not in', BY_CUSTOMER)
    .orderBy('version', 'desc')
    .orderBy('seq', 'desc')
    .limit(1),
)

/** When the company last changed something on a ticket; null if its log was not imported. */
export const findLastChange = async (work: UnitOfWork, ticketId: number): Promise<Date | null> =>
  (await lastChange(work, { subject: String(ticketId) }).executeTakeFirst())?.at ?? null

const answers = statement((scope, { subject, since }: { subject: string; since: Date }) =>
  scope
    .from('changeLog')
    .select('at')
    .where('kind', '=', 'ticket')
    .where('id', '=', subject)
    .where('verb', 'in', ['ticket.receive-message', 'ticket.approve-line', 'ticket.decline-line'])
    .where('at', '>=', since)
    .limit(1),
)

/** Whether a ticket's customer has written, approved or declined since then. */
export const hasAnsweredSince = async (work: UnitOfWork, ticketId: number, since: Date): Promise<boolean> =>
  (await answers(work, { subject: String(ticketId), since }).executeTakeFirst()) !== undefined

const updatedAt = statement((scope, { ticketId }: { ticketId: number }) =>
  scope.from('ticketHold').select('customerUpdatedAt').where('ticketId', '=', ticketId),
)

/** Whether the customer of a ticket on hold was emailed that nothing has changed. */
export const isCustomerUpdated = async (work: UnitOfWork, ticketId: number): Promise<boolean> =>
  (await updatedAt(work, { ticketId }).executeTakeFirst())?.customerUpdatedAt != null

export const saveCustomerUpdated = (work: UnitOfWork, ticketId: number): void =>
  work.save('ticketHold', { ticketId }, { customerUpdatedAt: work.now })
