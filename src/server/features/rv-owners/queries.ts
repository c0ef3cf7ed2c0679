// An RV owner's queries: their details, and every ticket under their email.

import * as z from 'zod'
import { stateOfLink } from '#domain/customer-links/link.ts'
import { progressOf } from '#domain/customer-view/progress.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAskedTickets } from '#server/features/approvals/store.ts'
import { takesBookings } from '#server/features/bookings/rules-store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listInvoiced } from '#server/features/ledger/store.ts'
import { listHolds } from '#server/features/on-hold/store.ts'
import { getRigClaimCode } from '#server/features/rig-claims/claim-codes.ts'
import { getRigStatus } from '#server/features/rig-claims/store.ts'
import { listTickets } from '#server/features/tickets/store.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import { query } from '#server/rpc/procedures.ts'
import { getOwnRecord, listOwnTickets } from './store.ts'

export const getOwnDetails = query.rvOwners.getDetails.handler(({ context: { work } }) => {
  return getOwnRecord(work)
})

const PAGE_SIZE = 20

const ticketCursor = z.tuple([z.iso.datetime(), z.uuid(), z.int32()])

/** The code on the invoice of a ticket whose rig nobody holds. */
async function findClaimCode(
  work: UnitOfWork,
  context: Parameters<typeof getRigClaimCode>[1],
  ticket: Ticket,
): Promise<string | null> {
  const claim = await getRigClaimCode(work, context, ticket)
  if (claim === null || claim.code === null) return null
  const { owner } = await getRigStatus(work, ticket.customerRV.vin, '')
  return owner === 'nobody' ? claim.code : null
}

/** These tickets of one company, read in its own unit of work. */
async function toOwnTickets(
  work: UnitOfWork,
  context: Parameters<typeof getRigClaimCode>[1],
  { companyId, ticketIds }: { readonly companyId: string; readonly ticketIds: readonly number[] },
) {
  work.enterCompany(companyId)
  const company = await getCompany(work)
  const { companyUUID, companyName, timeZone } = company
  const isBookable = await takesBookings(work, company)
  const tickets = await listTickets(work, ticketIds)
  const holds = new Map((await listHolds(work, ticketIds)).map(hold => [hold.ticketId, hold]))
  const asked = await listAskedTickets(work, ticketIds)
  const invoiced = await listInvoiced(work, ticketIds)
  const codes = new Map<number, string | null>()
  for (const ticket of tickets) codes.set(ticket.ticketId, await findClaimCode(work, context, ticket))
  return tickets.map(ticket => {
    const { ticketId, customerRV, lastTransition } = ticket
    const progress = progressOf(ticket, asked.has(ticketId), holds.get(ticketId) ?? null)
    return {
      companyUUID,
      companyName,
      ticketId,
      timeZone,
      progress,
      customerRV,
      claimCode: codes.get(ticketId) ?? null,
      transitionedAt: lastTransition.at,
      invoiced: invoiced.get(ticketId) ?? null,
      canBookAgain: progress === 'done' && isBookable,
      isOpen: stateOfLink({ revokedAt: null }, ticket, work.now) === 'open',
    }
  })
}

export const listOwnTicketPages = query.rvOwners.listTickets.handler(async ({ input, context }) => {
  const { work } = context
  const after = input.after === undefined ? null : decodeCursor(input.after, ticketCursor)
  const rows = await listOwnTickets(work, after, PAGE_SIZE + 1)
  const { page, next } = paginate(rows, PAGE_SIZE, row => [
    row.transitionedAt.toISOString(),
    row.companyId,
    row.ticketId,
  ])
  const ticketsByKey = new Map<string, Awaited<ReturnType<typeof toOwnTickets>>[number]>()
  for (const companyId of new Set(page.map(row => row.companyId))) {
    const ticketIds = page.filter(row => row.companyId === companyId).map(({ ticketId }) => ticketId)
    for (const ticket of await toOwnTickets(work, context, { companyId, ticketIds }))
      ticketsByKey.set(`${companyId} ${ticket.ticketId}`, ticket)
  }
  return { tickets: page.flatMap(row => ticketsByKey.get(`${row.companyId} ${row.ticketId}`) ?? []), next }
})
