// What the owner of an account sees of it: who they are, and every ticket under their email.

import * as z from 'zod'
import { stateOfLink } from '#domain/customer-links/link.ts'
import { progressOf } from '#domain/customer-links/progress.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { listAskedTickets } from '#server/features/approvals/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listWaits } from '#server/features/on-hold/store.ts'
import { listTickets } from '#server/features/tickets/store.ts'
import { cutPage, readBookmark } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'
import { getOwnRecord, listOwnTickets } from './store.ts'

export const readOwnDetails = query.my.details.handler(({ context: { work } }) => {
  allow(work, 'my.see')
  return getOwnRecord(work)
})

const TICKETS_ON_A_PAGE = 20

const placeOfTicket = z.tuple([z.iso.datetime(), z.uuid(), z.int32()])

/** What is told of these tickets of one company, behind its walls. */
async function toldOf(work: Work, companyId: string, ticketIds: readonly number[]) {
  await work.enter(companyId)
  const { companyUUID, companyName, timeZone } = await getCompany(work)
  const tickets = await listTickets(work, ticketIds)
  const waits = new Map((await listWaits(work, ticketIds)).map(wait => [wait.ticketId, wait]))
  const asked = await listAskedTickets(work, ticketIds)
  return tickets.map(ticket => {
    const { ticketId, customerRV, lastMove } = ticket
    return {
      ...{ companyUUID, companyName, ticketId, timeZone },
      progress: progressOf(ticket, asked.has(ticketId), waits.get(ticketId) ?? null),
      rig: rigName(customerRV),
      vin: customerRV.vin,
      movedAt: lastMove.at,
      isOpen: stateOfLink({ revokedAt: null }, ticket, work.now) === 'open',
    }
  })
}

export const listOwn = query.my.tickets.handler(async ({ input, context: { work } }) => {
  allow(work, 'my.see')
  const after = input.after === undefined ? null : readBookmark(input.after, placeOfTicket)
  const rows = await listOwnTickets(work, after, TICKETS_ON_A_PAGE + 1)
  const { page, next } = cutPage(rows, TICKETS_ON_A_PAGE, row => [
    ...[row.movedAt.toISOString(), row.companyId, row.ticketId],
  ])
  const told = new Map<string, Awaited<ReturnType<typeof toldOf>>[number]>()
  for (const companyId of new Set(page.map(row => row.companyId))) {
    const own = page.filter(row => row.companyId === companyId).map(({ ticketId }) => ticketId)
    for (const ticket of await toldOf(work, companyId, own))
      told.set(`${companyId} ${ticket.ticketId}`, ticket)
  }
  return { tickets: page.flatMap(row => told.get(`${row.companyId} ${row.ticketId}`) ?? []), next }
})
