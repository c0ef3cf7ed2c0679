// A VIN that was typed wrong puts a repair into a stranger's history. A founder moves that one entry to the VIN that
// the rig has; the company's ticket and the pool of rigs follow. Whoever claimed the other rig by that paper is told.

import { allow } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { learnRig } from '#server/features/rigs/store.ts'
import { getTicket, saveTicket, saveWords } from '#server/features/tickets/store.ts'
import { writeLetter } from '#server/mail/outbox.ts'
import { invalid, notFound } from '#server/rpc/errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { holderByPaper } from './claims.ts'
import { claimCorrectedLetter } from './emails.ts'
import { heldBy, moveEntry } from './store.ts'

const NONE = 'There is no such entry in this history.'

export const correctVin = command.founders.correctVin.handler(async ({ input, context }) => {
  const { work, post } = context
  allow(work, 'work-history.correct')
  const { vin, newVin, companyUUID, ticketId, reason } = input
  if (newVin === vin) throw invalid({ newVin: 'This is the VIN that it has.' })
  await work.enter(companyUUID)
  const company = await getCompany(work)
  const ticket = await getTicket(work, ticketId, NONE)
  const facts = { companyName: company.companyName, reason }
  const held = heldBy(context)
  const holder = await holderByPaper(work, held, { vin, ticketId })
  const isMoved = await moveEntry(work, held, { ticketId, from: vin, to: newVin, facts })
  if (!isMoved) throw notFound(NONE)
  const corrected = { ...ticket, customerRV: { ...ticket.customerRV, vin: newVin } }
  await learnRig(work, corrected.customerRV)
  await saveTicket(work, corrected, 'correct-vin', { vin: { before: vin, after: newVin }, reason })
  await saveWords(work, corrected)
  if (holder !== null) {
    const moved = { vin, newVin, reason, url: `${post.url()}/my` }
    await writeLetter(work, post, claimCorrectedLetter(holder, company, moved))
  }
  return { done: true }
})
