// What the owner of an account does with it: opening a ticket of theirs, and saying who they are.

import { isDeepStrictEqual } from 'node:util'
import { stateOfLink } from '#domain/customer-links/link.ts'
import { refuseIfAny } from '#domain/lib/refusal.ts'
import { addDeed } from '#server/audit/platform-audit.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { rememberAnswer } from '#server/features/customer-links/middleware.ts'
import { ensureLink, findLinkOf, wasLinkClosed } from '#server/features/customer-links/store.ts'
import { linkPath } from '#server/features/customer-links/token.ts'
import { findTicketEmail, getTicket } from '#server/features/tickets/store.ts'
import { notFound } from '#server/rpc/errors.ts'
import { asCommand, command, lookup } from '#server/rpc/procedures.ts'
import { findOwnEmail, getOwnRecord, saveOwnRecord } from './store.ts'

type Named = { readonly companyUUID: string; readonly ticketId: number }

/** The ticket, held. Somebody else's is NOT_FOUND, and is not held for a moment. */
async function getOwnTicket(work: Work, ticketId: number) {
  const own = await findOwnEmail(work)
  const isOwn = (email: string | null) => own !== null && email?.toLowerCase() === own
  if (!isOwn(await findTicketEmail(work, ticketId))) throw notFound()
  const ticket = await getTicket(work, ticketId)
  // The desk may have mended it meanwhile.
  if (!isOwn(ticket.customerDetails.email)) throw notFound()
  return ticket
}

async function open(work: Work, { companyUUID, ticketId }: Named) {
  allow(work, 'my.change')
  await work.enter(companyUUID)
  const ticket = await getOwnTicket(work, ticketId)
  if (stateOfLink({ revokedAt: null }, ticket, work.now) === 'expired')
    refuseIfAny([{ code: 'link.expired' }])
  if ((await findLinkOf(work, ticketId)) === null && (await wasLinkClosed(work, ticketId)))
    refuseIfAny([{ code: 'link.closed' }])
  const link = await ensureLink(work, ticket)
  await addDeed(work, { verb: 'ticket.open', companyUUID, ticketId, vin: ticket.customerRV.vin })
  return { link, ticket, company: await getCompany(work) }
}

export const openOwnTicket = lookup.my.open.handler(async ({ input, context }) => {
  // Without a key: a repeat has to give the browser its proof once more, and does nothing else twice.
  const { output } = await asCommand({ ...context, idempotencyKey: null }, 'my.open', '', work =>
    open(work, input),
  )
  rememberAnswer(context, output)
  const { companyUUID: companyId } = output.company
  return { path: linkPath(context.fingerprint, { companyId, linkId: output.link.linkId }) }
})

export const changeOwnDetails = command.my.changeDetails.handler(async ({ input, context: { work } }) => {
  allow(work, 'my.change')
  const before = await getOwnRecord(work)
  const record = {
    ...before,
    firstName: input.firstName ?? before.firstName,
    lastName: input.lastName ?? before.lastName,
    phone: input.phone ?? before.phone,
    address: input.address === undefined ? before.address : input.address || null,
    sharesContact: input.sharesContact ?? before.sharesContact,
  }
  if (isDeepStrictEqual(record, before)) return { done: true }
  await saveOwnRecord(work, record)
  await addDeed(work, { verb: 'account.change' })
  return { done: true }
})
