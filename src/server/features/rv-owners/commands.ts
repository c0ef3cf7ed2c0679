// RV owners' commands: opening a ticket, and changing their details.

import { isDeepStrictEqual } from 'node:util'
import { stateOfLink } from '#domain/customer-links/link.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { findOwnEmail } from '#server/auth/accounts.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { setVerified } from '#server/features/customer-links/middleware.ts'
import { ensureLink, findLinkOfTicket, wasLinkClosed } from '#server/features/customer-links/store.ts'
import { mailedLinkPath } from '#server/features/customer-links/token.ts'
import { findTicketEmail, getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { command, procedure, runCommand } from '#server/rpc/procedures.ts'
import { getOwnRecord, saveOwnRecord } from './store.ts'

type TicketKey = { readonly companyUUID: string; readonly ticketId: number }

/** The ticket, locked. Another customer's is NOT_FOUND, without locking it. */
async function getOwnTicket(work: UnitOfWork, ticketId: number) {
  const own = await findOwnEmail(work)
  const isOwn = (email: string | null) => own !== null && email?.toLowerCase() === own
  if (!isOwn(await findTicketEmail(work, ticketId))) throw notFound()
  const ticket = await getTicket(work, ticketId)
  // The desk may have corrected it meanwhile.
  if (!isOwn(ticket.customerDetails.email)) throw notFound()
  return ticket
}

async function openLink(work: UnitOfWork, { companyUUID, ticketId }: TicketKey) {
  authorize(work, 'rv-owner.change')
  work.enterCompany(companyUUID)
  const ticket = await getOwnTicket(work, ticketId)
  if (stateOfLink({ revokedAt: null }, ticket, work.now) === 'expired')
    assertNoBlockers([{ code: 'link.expired' }])
  if ((await findLinkOfTicket(work, ticketId)) === null && (await wasLinkClosed(work, ticketId)))
    assertNoBlockers([{ code: 'link.closed' }])
  const link = await ensureLink(work, ticket)
  await appendPlatformEntry(work, { verb: 'ticket.open', companyUUID, ticketId, vin: ticket.customerRV.vin })
  return { link, ticket, company: await getCompany(work) }
}

export const openOwnTicket = procedure.rvOwners.openTicket.handler(async ({ input, context }) => {
  // Without a key: a repeat must set the cookie again, and does nothing else twice.
  const { output } = await runCommand({ ...context, idempotencyKey: null }, 'rvOwners.openTicket', '', work =>
    openLink(work, input),
  )
  setVerified(context, output)
  const { companyUUID: companyId } = output.company
  // The account's email is confirmed, and it is the ticket's.
  return { path: mailedLinkPath(context.keyedHash, { companyId, linkId: output.link.linkId }, output.ticket) }
})

export const changeOwnDetails = command.rvOwners.changeDetails.handler(
  async ({ input, context: { work } }) => {
    const before = await getOwnRecord(work)
    const record = {
      ...before,
      firstName: input.firstName ?? before.firstName,
      lastName: input.lastName ?? before.lastName,
      phone: input.phone === undefined ? before.phone : formatPhone(input.phone),
      address: input.address === undefined ? before.address : input.address || null,
      sharesContact: input.sharesContact ?? before.sharesContact,
    }
    if (isDeepStrictEqual(record, before)) return { done: true }
    await saveOwnRecord(work, record)
    await appendPlatformEntry(work, { verb: 'account.change' })
    return { done: true }
  },
)
