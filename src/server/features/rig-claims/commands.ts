// RV owners' commands: claiming, transferring and releasing a rig, reports for buyers, and notes on visits. Each
// checks permission, then the claim.

import { randomBytes } from 'node:crypto'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { createCode, formatCode, grantsFullHistory } from '#domain/rig-claims/claim-code.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { findOwnEmail } from '#server/auth/accounts.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { findRecord, linkCustomer } from '#server/features/customers/store.ts'
import { addNotice } from '#server/features/notices/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import type { KeyedHash } from '#server/lib/signed-token.ts'
import { enqueueEmailToAccount, type MailContext } from '#server/mail/outbox.ts'
import { command, procedure, runCommand, withTransaction } from '#server/rpc/procedures.ts'
import { findVisitByCode } from './claim-codes.ts'
import { supersededEmail, transferredEmail } from './emails.ts'
import { assertVisitVisible, deleteNote, saveNote } from './notes.ts'
import { addReport, revokeReport, toReportDto } from './reports.ts'
import * as store from './store.ts'

/** The same message for an unknown VIN and for a code that is wrong, used, revoked or one's own. */
const invalidCode = () =>
  invalid({
    code: 'That code doesn’t work for this VIN. Check both and try again.',
  })

const hashCode = (keyedHash: KeyedHash, vin: string, code: string): string =>
  keyedHash(`transfer ${vin} ${code}`)

/** Guessing is limited by account and by rig. */
const claimCommand = procedure
  .use(async ({ context, next, path }, input) => {
    const { vin } = input as { vin: string }
    await context.rateLimiter.consume(path.join('.') as 'rigClaims.claim', { vin: normalizeVin(vin) })
    return next()
  })
  .use(withTransaction)

type ClaimVisit = Awaited<ReturnType<typeof store.listVisits>>[number]
type ClaimedRig = NonNullable<Awaited<ReturnType<typeof store.lockRig>>>

/** Claims the rig for the current account, with as much history as the code opens. */
async function addClaimForVisit(
  work: UnitOfWork,
  { vin, assigned, customerUuid }: ClaimedRig,
  visit: ClaimVisit,
  wasReleased: boolean,
): Promise<void> {
  const email = await findOwnEmail(work)
  const { id } = work.by
  // After a release, the rig is still assigned to its last customer.
  const record = assigned || customerUuid === id ? await findRecord(work, customerUuid) : null
  work.enterCompany(visit.companyId)
  const served = await work
    .from('ticket')
    .select('email')
    .where('ticketId', '=', visit.ticketId)
    .executeTakeFirst()
  const isWhole = email !== null && grantsFullHistory(record?.email ?? null, wasReleased, email)
  await store.addClaim(work, {
    vin,
    fromCompany: visit.companyId,
    fromTicket: visit.ticketId,
    openedFrom: isWhole ? null : visit.completedTimestamp,
  })
  // A claim by a ticket alone does not prove that this is the customer.
  if (isWhole) await store.assignCustomerToRig(work, vin)
  // A company keeps access to a customer it has served under this email.
  if (email !== null && served?.email.toLowerCase() === email.toLowerCase())
    linkCustomer(work, visit.ticketId, id)
}

/** Ends another account's partial claim if the rig belongs to the current one, and emails it; otherwise refuses. */
async function supersedeOtherClaim(work: UnitOfWork, mailContext: MailContext, vin: string): Promise<void> {
  const { contactEmail } = mailContext
  const formerOwner = await store.supersedeClaim(work, vin)
  if (formerOwner === null) throw new Refusal([{ code: 'rig.claimed', contactEmail }])
  await enqueueEmailToAccount(work, mailContext, supersededEmail(formerOwner, vin, contactEmail))
  await store.publishEndedClaim(work, vin)
  await appendPlatformEntry(work, { verb: 'rig.supersede', vin })
}

export const claimRig = claimCommand.rigClaims.claim.handler(async ({ input, context }) => {
  const { work, keyedHash, mailContext } = context
  const { vin, code } = input
  const rig = await store.lockRig(work, vin)
  if (rig === null) throw invalidCode()
  const codeHash = hashCode(keyedHash, vin, code)
  const { owner, isOffered, wasReleased } = await store.getRigStatus(work, vin, codeHash)
  if (owner === 'another' && isOffered && (await store.acceptTransfer(work, vin, codeHash))) {
    const seller = await store.findSellerEmail(work, vin)
    if (seller !== null) await enqueueEmailToAccount(work, mailContext, transferredEmail(seller, vin))
    await store.publishEndedClaim(work, vin)
    await appendPlatformEntry(work, { verb: 'rig.transfer', vin })
    return { vin }
  }
  if (owner !== 'mine' && (await store.hadClaimRevoked(work, vin)))
    assertNoBlockers([{ code: 'rig.ended', contactEmail: mailContext.contactEmail }])
  const visit = findVisitByCode(keyedHash, vin, await store.listVisits(work, vin), code)
  if (visit === null) throw invalidCode()
  if (owner === 'mine') return { vin }
  if (owner === 'another') await supersedeOtherClaim(work, mailContext, vin)
  await addClaimForVisit(work, rig, visit, wasReleased)
  const { companyId: companyUUID, ticketId } = visit
  await appendPlatformEntry(work, { verb: 'rig.claim', vin, companyUUID, ticketId })
  return { vin }
})

export const releaseRig = command.rigClaims.release.handler(async ({ input: { vin }, context: { work } }) => {
  await store.endClaim(work, vin)
  await appendPlatformEntry(work, { verb: 'rig.release', vin })
  return { done: true }
})

export const createTransfer = procedure.rigClaims.createTransfer.handler(
  async ({ input: { vin }, context }) => {
    const code = createCode(randomBytes(16))
    // Without a key: a stored response would contain the code.
    const { output } = await runCommand(
      { ...context, idempotencyKey: null },
      'rigClaims.createTransfer',
      '',
      async work => {
        const { claimId } = await store.getOwnClaim(work, vin)
        const until = await store.saveTransfer(work, claimId, hashCode(context.keyedHash, vin, code))
        await appendPlatformEntry(work, { verb: 'rig.offer-transfer', vin })
        return { code: formatCode(code), until }
      },
    )
    return output
  },
)

export const cancelTransfer = command.rigClaims.cancelTransfer.handler(
  async ({ input: { vin }, context: { work } }) => {
    const { claimId } = await store.getOwnClaim(work, vin)
    await store.deleteTransfer(work, claimId)
    await appendPlatformEntry(work, { verb: 'rig.withdraw-transfer', vin })
    return { done: true }
  },
)

export const shareReport = command.rigClaims.createReport.handler(
  async ({ input: { vin }, context: { work, keyedHash } }) => {
    const { claimId } = await store.getOwnClaim(work, vin)
    const report = await addReport(work, claimId, vin)
    await appendPlatformEntry(work, { verb: 'rig.share', vin })
    return { report: toReportDto(keyedHash, report) }
  },
)

export const revokeReportCommand = command.rigClaims.revokeReport.handler(
  async ({ input, context: { work } }) => {
    const { claimId } = await store.getOwnClaim(work, input.vin)
    await revokeReport(work, claimId, input.reportId)
    await appendPlatformEntry(work, { verb: 'rig.revoke-report', vin: input.vin })
    return { done: true }
  },
)

export const writeNote = command.rigClaims.saveNote.handler(async ({ input, context }) => {
  const { work } = context
  const { words, ...noteKey } = input
  const { vin, companyUUID, ticketId, kind } = noteKey
  const claim = await store.getOwnClaim(work, vin)
  await assertVisitVisible(work, claim, noteKey)
  const isNew = await saveNote(work, claim, noteKey, words)
  await appendPlatformEntry(work, { verb: `rig.${kind}`, vin, companyUUID, ticketId })
  if (kind === 'note' || !isNew) return { done: true }
  work.enterCompany(companyUUID)
  const { timeZone } = await getCompany(work)
  await addNotice(work, { ticketId, content: { kind: 'dispute', vin, words } }, timeZone)
  return { done: true }
})

export const removeNote = command.rigClaims.deleteNote.handler(async ({ input, context: { work } }) => {
  const { vin, companyUUID, ticketId } = input
  const claim = await store.getOwnClaim(work, vin)
  await deleteNote(work, claim, input)
  await appendPlatformEntry(work, { verb: `rig.remove-${input.kind}`, vin, companyUUID, ticketId })
  return { done: true }
})
