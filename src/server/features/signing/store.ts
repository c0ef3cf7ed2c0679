// What customers can sign now, and how a signature is added for it.

import { createHash, randomUUID } from 'node:crypto'
import { snapshotOf } from '#domain/approvals/approval.ts'
import type { CustomerAnswers } from '#domain/approvals/raise.ts'
import { isFullyCredited } from '#domain/billing/ledger.ts'
import { type Cents, sum } from '#domain/lib/money.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { type BayOccasion, isOutdated, labelsOf, type ShownJob } from '#domain/signatures/bay-signature.ts'
import {
  type CustomerSignature,
  isSignatureFor,
  pathOf,
  type SignatureSubject,
  type Stroke,
} from '#domain/signatures/signature.ts'
import { assertActive, isInWork, rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import { signedCondition } from '#domain/walkarounds/walkaround.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getLaborRate } from '#server/features/companies/store.ts'
import { listLedgers } from '#server/features/ledger/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { insertSignature, listSignatures } from '#server/features/signatures/store.ts'
import { listCustomerAnswers, recordActivity } from '#server/features/tickets/store.ts'
import { findWalkaround } from '#server/features/walkarounds/store.ts'

const MAX_SIGNATURES = 50

/** Something that can be signed, with what identifies it as it is now. */
export type VersionedSubject = SignatureSubject & { readonly version: string }

const withVersion = (subject: SignatureSubject): VersionedSubject => ({
  ...subject,
  version: createHash('sha256').update(JSON.stringify(subject)).digest('base64url').slice(0, 22),
})

/**
 * The estimate that the ticket's customer can sign: the lines that they approved, as approved, and those that wait for their
 * answer, as they are now; without tax. Null without any, while one has no price, and for a company that does not ask.
 */
export async function findEstimateToSign(
  work: UnitOfWork,
  ticket: Ticket,
  { asked, approvals }: CustomerAnswers,
  laborRate: Cents | null,
): Promise<VersionedSubject | null> {
  if (!isInWork(ticket) || asked.size + approvals.size === 0) return null
  const { asksForSignatures } = await getPreferences(work)
  const jobs = ticket.jobs.filter(({ jobNumber }) => asked.has(jobNumber) || approvals.has(jobNumber))
  const amounts = jobs.map(job =>
    asked.has(job.jobNumber)
      ? snapshotOf(job, ticket, laborRate).total
      : (approvals.get(job.jobNumber)?.total ?? null),
  )
  const priced = amounts.filter(amount => amount !== null)
  const amount = sum(priced)
  if (!asksForSignatures || priced.length < amounts.length || amount === 0) return null
  return withVersion({ occasion: 'estimate', jobLines: labelsOf(jobs), amount, invoiceNumber: null })
}

/** Whether the ticket's customer signed its estimate as it is now. */
export async function isEstimateSigned(
  work: UnitOfWork,
  ticket: Ticket,
  laborRate: Cents | null,
): Promise<boolean> {
  const answers = await listCustomerAnswers(work, ticket.ticketId)
  const estimate = await findEstimateToSign(work, ticket, answers, laborRate)
  if (estimate === null) return false
  return (await listSignatures(work, ticket.ticketId)).some(signature => isSignatureFor(signature, estimate))
}

/** What is signed at pickup: each open invoice, or the finished ticket if it has none. */
async function listPickups(work: UnitOfWork, ticket: Ticket): Promise<Omit<SignatureSubject, 'jobLines'>[]> {
  const { ticketId, state } = ticket
  const ledgers = await listLedgers(work, [ticketId])
  const invoices = (ledgers.get(ticketId)?.invoices ?? []).filter(invoice => !isFullyCredited(invoice))
  if (invoices.length > 0)
    return invoices.map(({ number, total }) => ({ occasion: 'pickup', amount: total, invoiceNumber: number }))
  if (state !== 'completed' && state !== 'recorded') return []
  const { totalBalance } = totals(ticket, rateOf(ticket, await getLaborRate(work)))
  return [{ occasion: 'pickup', amount: totalBalance, invoiceNumber: null }]
}

/** What a customer signs at drop-off: the job lines, and the condition of their rig if it was recorded. */
async function describeDropOff(work: UnitOfWork, { ticketId, jobs, rigVisit }: Ticket): Promise<string> {
  const condition = signedCondition(await findWalkaround(work, ticketId), rigVisit)
  return [labelsOf(jobs), ...(condition === null ? [] : [condition])].filter(text => text !== '').join('. ')
}

/** What the desk can have signed: what was checked in, while it is worked on, and what is signed at pickup. */
export async function listSubjects(work: UnitOfWork, ticket: Ticket): Promise<VersionedSubject[]> {
  if (!(await getPreferences(work)).asksForSignatures) return []
  const { state } = ticket
  const dropOff = {
    occasion: 'drop-off',
    jobLines: await describeDropOff(work, ticket),
    amount: null,
    invoiceNumber: null,
  } as const
  const pickups = (await listPickups(work, ticket)).map(pickup => ({ ...pickup, jobLines: '' }))
  return [...(state === 'active' || state === 'approval' ? [dropOff] : []), ...pickups].map(withVersion)
}

type Signed = {
  readonly typedName: string
  readonly strokes: readonly Stroke[] | null
}

/** Adds a signature under the one of `subjects` that was shown; refused if it has changed since. The caller locks the ticket. */
export async function addSignature(
  work: UnitOfWork,
  ticket: Ticket,
  subjects: readonly VersionedSubject[],
  { version: shown, ...signed }: Signed & { readonly version: string },
): Promise<void> {
  await assertAskedFor(work)
  const subject = subjects.find(each => each.version === shown)
  if (subject === undefined) throw new Refusal([{ code: 'signature.changed' }])
  await saveSignature(work, ticket, { ...subject, signatureId: randomUUID(), signedAt: work.now }, signed)
}

type BaySignature = Signed & {
  readonly signatureId: string
  readonly signedAt: Date
  readonly occasion: BayOccasion
  /** As they were shown. */
  readonly jobs: readonly ShownJob[]
}

/**
 * Adds a signature that was taken on a technician's phone: for what was shown there, also if that has changed since. The
 * caller locks the ticket.
 */
export async function addBaySignature(
  work: UnitOfWork,
  ticket: Ticket,
  signature: BaySignature,
): Promise<void> {
  await assertAskedFor(work)
  // A late one is for a rig that was here, whatever its ticket is by now.
  if (ticket.activeTimestamp === null) assertActive(ticket)
  const { signatureId, signedAt, occasion, jobs } = signature
  const subject = { occasion, jobLines: labelsOf(jobs), amount: null, invoiceNumber: null }
  const outdated = isOutdated(occasion, jobs, ticket.jobs)
  await saveSignature(work, ticket, { ...subject, signatureId, signedAt, outdated }, signature)
}

async function assertAskedFor(work: UnitOfWork): Promise<void> {
  if (!(await getPreferences(work)).asksForSignatures) throw new Refusal([{ code: 'signature.off' }])
}

type Insertion = SignatureSubject &
  Pick<CustomerSignature, 'signatureId' | 'signedAt'> & { outdated?: boolean }

async function saveSignature(
  work: UnitOfWork,
  ticket: Ticket,
  { signatureId, signedAt, occasion, jobLines, amount, invoiceNumber, outdated = false }: Insertion,
  { typedName: signerName, strokes }: Signed,
): Promise<void> {
  const { ticketId } = ticket
  const { length } = await listSignatures(work, ticketId)
  assertNoBlockers(length < MAX_SIGNATURES ? [] : [{ code: 'signature.too-many', most: MAX_SIGNATURES }])
  const isByLink = work.actor.kind === 'customer'
  insertSignature(work, {
    ...{ ticketId, signatureId, occasion, signedAt, signerName, outdated },
    ...{ path: strokes === null ? null : pathOf(strokes), jobLines, amount, invoiceNumber },
    ...{ takenBy: isByLink ? null : work.by.id, takenByName: isByLink ? null : work.by.name },
  })
  recordActivity(work, ticket, `sign-${occasion}`)
}
