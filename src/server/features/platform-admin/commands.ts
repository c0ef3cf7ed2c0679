// What founders do to a company. Each act leaves a line in the founders' trail, and one in the company's own: whom
// it concerns reads who of Rigwright did it, and why.

import { dayOf } from '#domain/lib/company-time.ts'
import { Refusal } from '#domain/lib/refusal.ts'
import type { FounderFacts, FounderVerb } from '#domain/platform-admin/audit.ts'
import { faultsOfMonth } from '#domain/platform-admin/verification-period.ts'
import { addDeed } from '#server/audit/platform-audit.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import {
  type Company,
  holdCompany,
  saveMonth,
  savePending,
  saveSuspension,
} from '#server/features/companies/store.ts'
import { writeLetter } from '#server/mail/outbox.ts'
import { invalid } from '#server/rpc/errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { restoredLetter, suspendedLetter } from './emails.ts'
import { endCompanySessions, heldBy } from './store.ts'

/** The company of that id, held; NOT_FOUND without one. */
async function holdAt(work: Work, companyUUID: string): Promise<Company> {
  await work.enter(companyUUID)
  return holdCompany(work)
}

/** The line in both trails. */
async function note(
  work: Work,
  { companyUUID, companyName }: Company,
  verb: FounderVerb,
  facts: FounderFacts = {},
): Promise<void> {
  const { reason } = facts
  work.touch({
    ...{ kind: 'company', id: companyUUID, verb, card: null },
    detail: reason === undefined ? null : { reason },
  })
  await addDeed(work, { verb, companyUUID, detail: { ...facts, companyName } })
}

const daysOf = ({ month }: Company) => (month === null ? null : { from: month.from, until: month.until })

export const verifyCompany = command.founders.verify.handler(async ({ input, context: { work } }) => {
  allow(work, 'company.verify')
  const company = await holdAt(work, input.companyUUID)
  const { from, until, note: words } = input
  const faults = faultsOfMonth({ from, until }, dayOf(work.now, company.timeZone))
  if (Object.keys(faults).length > 0) throw invalid(faults)
  await saveMonth(work, company, { from, until, note: words })
  const month = { before: daysOf(company), after: { from, until } }
  await note(work, company, 'company.verify', { month, note: words })
  return { done: true }
})

export const unverifyCompany = command.founders.unverify.handler(async ({ input, context: { work } }) => {
  allow(work, 'company.verify')
  const company = await holdAt(work, input.companyUUID)
  if (!company.companySettings.verified) throw new Refusal([{ code: 'company.not-verified' }])
  await saveMonth(work, company, null)
  const month = { before: daysOf(company), after: null }
  await note(work, company, 'company.unverify', { month, reason: input.reason })
  return { done: true }
})

export const setPending = command.founders.setPending.handler(async ({ input, context: { work } }) => {
  allow(work, 'company.verify')
  const company = await holdAt(work, input.companyUUID)
  const { pendingStatus } = input
  if (company.companySettings.pendingStatus === pendingStatus) return { done: true }
  await savePending(work, pendingStatus)
  await note(work, company, 'company.set-pending', { pendingStatus })
  return { done: true }
})

export const suspendCompany = command.founders.suspend.handler(async ({ input, context }) => {
  const { work, post } = context
  allow(work, 'company.suspend')
  const company = await holdAt(work, input.companyUUID)
  const { suspension } = company
  if (suspension !== null) throw new Refusal([{ code: 'company.suspended', at: suspension.at }])
  const { reason } = input
  await saveSuspension(work, company, { at: work.now, because: reason })
  await endCompanySessions(work, heldBy(context))
  await note(work, company, 'company.suspend', { reason })
  await writeLetter(work, post, suspendedLetter(company, reason))
  return { done: true }
})

export const restoreCompany = command.founders.restore.handler(async ({ input, context: { work, post } }) => {
  allow(work, 'company.suspend')
  const company = await holdAt(work, input.companyUUID)
  if (company.suspension === null) throw new Refusal([{ code: 'company.not-suspended' }])
  const { reason } = input
  await saveSuspension(work, company, null)
  await note(work, company, 'company.restore', { reason })
  await writeLetter(work, post, restoredLetter(company, reason, `${post.url()}/login`))
  return { done: true }
})
