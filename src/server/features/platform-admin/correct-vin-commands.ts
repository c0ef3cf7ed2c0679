// A mistyped VIN puts a repair into another rig's history. A founder moves that entry to the correct VIN; the
// company's ticket, the shared rigs and what owners wrote on the visit follow. An RV owner who claimed by that invoice, or
// wrote on the visit, is notified.

import { isSharedVin } from '#domain/rigs/vin.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { addOwnRigs, removeUnusedOwnRigs } from '#server/features/rigs/store.ts'
import { updateSearchIndex } from '#server/features/tickets/search-store.ts'
import { getTicket, saveTicket } from '#server/features/tickets/store.ts'
import { ownRigsOf } from '#server/features/work-history/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { command } from '#server/rpc/procedures.ts'
import { findVisitClaim } from './claim-store.ts'
import { claimCorrectedEmail } from './emails.ts'
import { addCorrectedRig, moveEntry, sessionIdOf } from './store.ts'

const NO_ENTRY = 'This work history has no such entry.'

export const correctVin = command.platformAdmin.correctVin.handler(async ({ input, context }) => {
  const { work, mailContext } = context
  const { vin, newVin, companyUUID, ticketId, reason } = input
  if (newVin === vin) throw invalid({ newVin: 'That is its current VIN. Enter a different one.' })
  work.enterCompany(companyUUID)
  const company = await getCompany(work)
  const ticket = await getTicket(work, ticketId, NO_ENTRY)
  const facts = { companyName: company.companyName, reason }
  const sessionId = sessionIdOf(context)
  if (ticket.state !== 'recorded') throw notFound(NO_ENTRY)
  const corrected = { ...ticket, customerRV: { ...ticket.customerRV, vin: newVin } }
  const claim = await findVisitClaim(work, sessionId, { vin, ticketId })
  const isMoved = await moveEntry(work, sessionId, {
    ...{ ticketId, from: vin, to: newVin, facts },
    ownRig: (await ownRigsOf(work, [corrected])).get(ticketId) ?? null,
  })
  if (!isMoved) throw notFound(NO_ENTRY)
  if (isSharedVin(newVin)) await addCorrectedRig(work, sessionId, corrected.customerRV)
  else addOwnRigs(work, [corrected.customerRV])
  saveTicket(work, corrected, 'correct-vin', { vin: { before: vin, after: newVin }, reason })
  updateSearchIndex(work, corrected)
  await removeUnusedOwnRigs(work, [vin])
  if (claim !== null) {
    const { contactEmail } = mailContext
    const moved = { vin, newVin, reason, url: `${mailContext.url()}/my`, contactEmail }
    await enqueueEmail(work, mailContext, claimCorrectedEmail(claim, company, moved))
    work.publishToAccount(claim.account)
  }
  return { done: true }
})
