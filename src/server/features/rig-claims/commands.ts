// What whoever owns rigs does with them: claims one, hands it on, lets it go, shows it to a buyer, says something of a
// visit. Each begins with the right, then with the claim.

import { randomBytes } from 'node:crypto'
import { Refusal, refuseIfAny } from '#domain/lib/refusal.ts'
import { codeFrom, opensWhole, printCode } from '#domain/rig-claims/claim-code.ts'
import { mendVin } from '#domain/rigs/vin.ts'
import { addDeed } from '#server/audit/platform-audit.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { findRecord } from '#server/features/customers/store.ts'
import { findOwnEmail } from '#server/features/rv-owners/store.ts'
import { linkCustomer } from '#server/features/tickets/store.ts'
import type { Fingerprint } from '#server/lib/signed-token.ts'
import { writeToCompany } from '#server/mail/limited-mail.ts'
import { type Post, writeToPerson } from '#server/mail/outbox.ts'
import { invalid } from '#server/rpc/errors.ts'
import { asCommand, command, counted, inOnePiece, lookup } from '#server/rpc/procedures.ts'
import { visitOfCode } from './claim-code.ts'
import { disputeLetter, supersededLetter } from './emails.ts'
import { deleteNote, requireOpenVisit, saveNote } from './notes.ts'
import { addReport, reportAnswer, revokeReport } from './reports.ts'
import * as store from './store.ts'

/** The same words for a VIN that nobody knows and for a code that is wrong, used, ended or one's own. */
const wrongCode = () =>
  invalid({
    code: 'This is not a code of this rig that can be used now. Look at the VIN and the code again.',
  })

const hashOf = (fingerprint: Fingerprint, vin: string, code: string): string =>
  fingerprint(`transfer ${vin} ${code}`)

/** What is guessed at is counted by whom and by the rig. */
const claiming = counted
  .use(async ({ context, next, path }, input) => {
    const { vin } = input as { vin: string }
    await context.counts.count(path.join('.') as 'myRigs.claim', { vin: mendVin(vin) })
    return next()
  })
  .use(inOnePiece)

type Visit = Awaited<ReturnType<typeof store.listVisits>>[number]
type Rig = NonNullable<Awaited<ReturnType<typeof store.holdRig>>>

/** Gives the rig to whoever is at work, with as much of its life as their code opens. */
async function claimWith(
  work: Work,
  { vin, assigned, customerUuid }: Rig,
  visit: Visit,
  wasLetGo: boolean,
): Promise<void> {
  const email = await findOwnEmail(work)
  const { id } = work.by
  // Somebody who let the rig go is still who it was assigned to last.
  const known = assigned || customerUuid === id ? await findRecord(work, customerUuid) : null
  await work.enter(visit.companyId)
  const served = await work
    .from('ticket')
    .select('email')
    .where('ticketId', '=', visit.ticketId)
    .executeTakeFirst()
  const isWhole = email !== null && opensWhole(known?.email ?? null, wasLetGo, email)
  await store.addClaim(work, {
    ...{ vin, fromCompany: visit.companyId, fromTicket: visit.ticketId },
    openedFrom: isWhole ? null : visit.completedTimestamp,
  })
  // Who claims by a ticket alone is not yet known to be whom desks may take for the customer.
  if (isWhole) await store.assignRig(work, vin)
  // A company keeps knowing a customer whom it has served under this very email.
  if (email !== null && served?.email.toLowerCase() === email.toLowerCase())
    await linkCustomer(work, visit.ticketId, id)
}

/** Ends another's claim that opens a part alone, where the rig is of whoever is at work; refused otherwise. */
async function takeFrom(work: Work, post: Post, vin: string): Promise<void> {
  const former = await store.supersede(work, vin)
  if (former === null) throw new Refusal([{ code: 'rig.claimed' }])
  await writeToPerson(work, post, supersededLetter(former, vin))
  await addDeed(work, { verb: 'rig.supersede', vin })
}

export const claimRig = claiming.myRigs.claim.handler(async ({ input, context }) => {
  const { work, fingerprint, post } = context
  allow(work, 'my.change')
  const { vin, code } = input
  const rig = await store.holdRig(work, vin)
  if (rig === null) throw wrongCode()
  const hash = hashOf(fingerprint, vin, code)
  const { whose, isOffered, wasLetGo } = await store.standingOf(work, vin, hash)
  if (whose === 'another' && isOffered && (await store.takeOver(work, vin, hash))) {
    await addDeed(work, { verb: 'rig.take-over', vin })
    return { vin }
  }
  if (whose !== 'mine' && (await store.wasEnded(work, vin))) refuseIfAny([{ code: 'rig.ended' }])
  const visit = visitOfCode(fingerprint, vin, await store.listVisits(work, vin), code)
  if (visit === null) throw wrongCode()
  if (whose === 'mine') return { vin }
  if (whose === 'another') await takeFrom(work, post, vin)
  await claimWith(work, rig, visit, wasLetGo)
  const { companyId: companyUUID, ticketId } = visit
  await addDeed(work, { verb: 'rig.claim', vin, companyUUID, ticketId })
  return { vin }
})

export const letGo = command.myRigs.letGo.handler(async ({ input: { vin }, context: { work } }) => {
  allow(work, 'my.change')
  await store.letRigGo(work, vin)
  await addDeed(work, { verb: 'rig.let-go', vin })
  return { done: true }
})

export const offer = lookup.myRigs.offer.handler(async ({ input: { vin }, context }) => {
  const code = codeFrom(randomBytes(16))
  // Without a key: what is kept for a repeat would be the code, which nobody is to find.
  const { output } = await asCommand({ ...context, idempotencyKey: null }, 'myRigs.offer', '', async work => {
    allow(work, 'my.change')
    const { claimId } = await store.getOwnClaim(work, vin)
    const until = await store.offerRig(work, claimId, hashOf(context.fingerprint, vin, code))
    await addDeed(work, { verb: 'rig.offer', vin })
    return { code: printCode(code), until }
  })
  return output
})

export const withdrawOffer = command.myRigs.withdrawOffer.handler(
  async ({ input: { vin }, context: { work } }) => {
    allow(work, 'my.change')
    const { claimId } = await store.getOwnClaim(work, vin)
    await store.withdrawOffer(work, claimId)
    await addDeed(work, { verb: 'rig.withdraw-offer', vin })
    return { done: true }
  },
)

export const shareReport = command.myRigs.share.handler(
  async ({ input: { vin }, context: { work, fingerprint } }) => {
    allow(work, 'my.change')
    const { claimId } = await store.getOwnClaim(work, vin)
    const report = await addReport(work, claimId, vin)
    await addDeed(work, { verb: 'rig.share', vin })
    return { report: reportAnswer(fingerprint, report) }
  },
)

export const closeReport = command.myRigs.revokeReport.handler(async ({ input, context: { work } }) => {
  allow(work, 'my.change')
  const { claimId } = await store.getOwnClaim(work, input.vin)
  await revokeReport(work, claimId, input.reportId)
  await addDeed(work, { verb: 'rig.revoke-report', vin: input.vin })
  return { done: true }
})

export const writeNote = command.myRigs.note.handler(async ({ input, context }) => {
  const { work } = context
  allow(work, 'my.change')
  const { words, ...name } = input
  const { vin, companyUUID, ticketId, kind } = name
  const claim = await store.getOwnClaim(work, vin)
  await requireOpenVisit(work, claim, name)
  const isNew = await saveNote(work, claim, name, words)
  await addDeed(work, { verb: `rig.${kind}`, vin, companyUUID, ticketId })
  if (kind === 'note' || !isNew) return { done: true }
  await work.enter(companyUUID)
  await writeToCompany(work, context, disputeLetter(await getCompany(work), { ticketId, vin, words }))
  return { done: true }
})

export const removeNote = command.myRigs.removeNote.handler(async ({ input, context: { work } }) => {
  allow(work, 'my.change')
  const { vin, companyUUID, ticketId } = input
  const claim = await store.getOwnClaim(work, vin)
  await deleteNote(work, claim, input)
  await addDeed(work, { verb: `rig.remove-${input.kind}`, vin, companyUUID, ticketId })
  return { done: true }
})
