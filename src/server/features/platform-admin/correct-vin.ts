// A VIN that was typed wrong puts a repair into a stranger's history. A founder moves that one entry to the VIN that
// the rig has; the company's ticket and the pool of rigs follow. Whoever claimed the other rig by that paper is told.

import { authorize } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { upsertRig } from '#server/features/rigs/store.ts'
import { getTicket, saveTicket, updateSearchIndex } from '#server/features/tickets/store.ts'
import { invalid, notFound } from '#server/lib/errors.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { command } from '#server/rpc/procedures.ts'
import { ownerEmailByDocument } from './claims.ts'
import { claimCorrectedEmail } from './emails.ts'
import { moveEntry, sessionIdOf } from './store.ts'

const NONE = 'There is no such entry in this history.'

export const correctVin = command.platformAdmin.correctVin.handler(async ({ input, context }) => {
  const { work, mailContext } = context
  authorize(work, 'work-history.correct')
  const { vin, newVin, companyUUID, ticketId, reason } = input
  if (newVin === vin) throw invalid({ newVin: 'This is the VIN that it has.' })
  await work.enterCompany(companyUUID)
  const company = await getCompany(work)
  const ticket = await getTicket(work, ticketId, NONE)
  const facts = { companyName: company.companyName, reason }
  const sessionId = sessionIdOf(context)
  const ownerEmail = await ownerEmailByDocument(work, sessionId, { vin, ticketId })
  const isMoved = await moveEntry(work, sessionId, { ticketId, from: vin, to: newVin, facts })
  if (!isMoved) throw notFound(NONE)
  const corrected = { ...ticket, customerRV: { ...ticket.customerRV, vin: newVin } }
  await upsertRig(work, corrected.customerRV)
  await saveTicket(work, corrected, 'correct-vin', { vin: { before: vin, after: newVin }, reason })
  await updateSearchIndex(work, corrected)
  if (ownerEmail !== null) {
    const moved = { vin, newVin, reason, url: `${mailContext.url()}/my` }
    await enqueueEmail(work, mailContext, claimCorrectedEmail(ownerEmail, company, moved))
  }
  return { done: true }
})
