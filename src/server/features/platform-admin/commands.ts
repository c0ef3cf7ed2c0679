// Founders' actions on a company. Each is logged in the founders' log, and in the company's own, with founder and
// reason.

import { dayOf } from '#domain/lib/company-time.ts'
import type { AdminEntryDetail, AdminVerb } from '#domain/platform-admin/admin-sentences.ts'
import { verificationPeriodErrors } from '#domain/platform-admin/verification-period.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import { lockAccount } from '#server/auth/accounts.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import {
  type Company,
  lockCompany,
  savePendingStatus,
  saveSuspension,
  saveVerificationPeriod,
} from '#server/features/companies/store.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import type { MailContext } from '#server/mail/outbox.ts'
import { enqueueOwnerEmail } from '#server/mail/owner-mail.ts'
import { command } from '#server/rpc/procedures.ts'
import { approvedEmail, restoredEmail, suspendedEmail } from './emails.ts'
import { endCompanySessions, sessionIdOf } from './store.ts'

/** The company with that id, locked; NOT_FOUND if it does not exist or was deleted. */
export async function lockCompanyById(work: UnitOfWork, companyUUID: string): Promise<Company> {
  work.enterCompany(companyUUID)
  const company = await lockCompany(work)
  if (company.deletedAt !== null) throw notFound()
  return company
}

/** Logs an action in the company's log and in the founders' log. */
export async function recordInBothLogs(
  work: UnitOfWork,
  { companyUUID, companyName }: Company,
  verb: AdminVerb,
  facts: AdminEntryDetail = {},
): Promise<void> {
  const { reason } = facts
  work.recordChange({
    kind: 'company',
    id: companyUUID,
    verb,
    card: null,
    detail: reason === undefined ? null : { reason },
  })
  await appendPlatformEntry(work, { verb, companyUUID, detail: { ...facts, companyName } })
}

const periodDays = ({ month }: Company) => (month === null ? null : { from: month.from, until: month.until })

export const verifyCompany = command.platformAdmin.verify.handler(async ({ input, context: { work } }) => {
  const company = await lockCompanyById(work, input.companyUUID)
  const { from, until, note } = input
  const fieldErrors = verificationPeriodErrors({ from, until }, dayOf(work.now, company.timeZone))
  if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
  await saveVerificationPeriod(work, company, { from, until, note })
  const month = { before: periodDays(company), after: { from, until } }
  await recordInBothLogs(work, company, 'company.verify', { month, note })
  return { done: true }
})

export const unverifyCompany = command.platformAdmin.unverify.handler(
  async ({ input, context: { work } }) => {
    const company = await lockCompanyById(work, input.companyUUID)
    if (!company.companySettings.verified) throw new Refusal([{ code: 'company.not-verified' }])
    await saveVerificationPeriod(work, company, null)
    const month = { before: periodDays(company), after: null }
    await recordInBothLogs(work, company, 'company.unverify', { month, reason: input.reason })
    return { done: true }
  },
)

export const setPending = command.platformAdmin.setPending.handler(async ({ input, context }) => {
  const { work, mailContext } = context
  const company = await lockCompanyById(work, input.companyUUID)
  const { pendingStatus } = input
  if (company.companySettings.pendingStatus === pendingStatus) return { done: true }
  savePendingStatus(work, pendingStatus)
  await recordInBothLogs(work, company, 'company.set-pending', { pendingStatus })
  if (!pendingStatus)
    await enqueueOwnerEmail(work, mailContext, 'notice', approvedEmail(company, mailContext.url()))
  return { done: true }
})

type Reasoned = { readonly companyUUID: string; readonly reason: string }

/** Suspends a company and ends its sessions. */
export async function suspend(
  work: UnitOfWork,
  mailContext: MailContext,
  { companyUUID, reason }: Reasoned,
  endSessions: () => Promise<void>,
): Promise<void> {
  lockAccount(work, companyUUID, companyUUID)
  const company = await lockCompanyById(work, companyUUID)
  const { suspension } = company
  if (suspension !== null) throw new Refusal([{ code: 'company.suspended', at: suspension.at }])
  await saveSuspension(work, company, { at: work.now, because: reason })
  await endSessions()
  await recordInBothLogs(work, company, 'company.suspend', { reason })
  const email = suspendedEmail(company, reason, mailContext.contactEmail)
  await enqueueOwnerEmail(work, mailContext, 'security', email)
}

/** Restores a suspended company, with everything as it was. */
export async function restore(
  work: UnitOfWork,
  mailContext: MailContext,
  { companyUUID, reason }: Reasoned,
): Promise<void> {
  const company = await lockCompanyById(work, companyUUID)
  if (company.suspension === null) throw new Refusal([{ code: 'company.not-suspended' }])
  await saveSuspension(work, company, null)
  await recordInBothLogs(work, company, 'company.restore', { reason })
  const email = restoredEmail(company, reason, `${mailContext.url()}/login`)
  await enqueueOwnerEmail(work, mailContext, 'security', email)
}

export const suspendCompany = command.platformAdmin.suspend.handler(async ({ input, context }) => {
  const { work, mailContext } = context
  await suspend(work, mailContext, input, () => endCompanySessions(work, sessionIdOf(context)))
  return { done: true }
})

export const restoreCompany = command.platformAdmin.restore.handler(
  async ({ input, context: { work, mailContext } }) => {
    await restore(work, mailContext, input)
    return { done: true }
  },
)
