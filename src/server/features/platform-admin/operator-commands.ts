// What the operator changes at the command line. Each is one transaction with its entry in the founders' log, and in
// the company's own if it is about a company.

import { sql } from 'kysely'
import { OPERATOR } from '#domain/account/actor.ts'
import type { AdminVerb } from '#domain/platform-admin/admin-sentences.ts'
import { appendPlatformEntry } from '#server/audit/platform-audit.ts'
import {
  assertNotFounderEmail,
  changeOwnerAccountEmail,
  emailAddressChanged,
  lockAccount,
} from '#server/auth/accounts.ts'
import { emailConfirmationLink } from '#server/auth/email-confirmation.ts'
import { createHandedResetLink } from '#server/auth/password-reset.ts'
import { securityEmail } from '#server/auth/security-emails.ts'
import { deleteTwoFactor } from '#server/auth/two-factor.ts'
import type { Database } from '#server/db/database.ts'
import { runInTransaction, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { saveCompanyEmail } from '#server/features/companies/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { enqueueEmail, enqueueEmailToAccount, type MailContext } from '#server/mail/outbox.ts'
import { lockCompanyById, recordInBothLogs, restore, suspend } from './commands.ts'
import {
  type AccountEntry,
  type EmailEntry,
  endSessionsOf,
  lockEmail,
  setEmailDue,
} from './operator-store.ts'

export type OperatorContext = {
  readonly database: Database
  readonly mailContext: MailContext
  readonly founders: readonly string[]
  readonly now: () => Date
}

/** Runs `task` as the operator. */
export function act<T>(
  { database, now }: Pick<OperatorContext, 'database' | 'now'>,
  task: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const execution = { actor: OPERATOR, actorKey: OPERATOR.id, now: now(), timeZone: 'UTC' }
  // Running servers read the change log every few seconds.
  return runInTransaction({ database, publish: () => {} }, execution, 'command', async work => {
    // Accounts and queued emails are out of reach of the role that requests have.
    await sql`select set_config('role', 'none', true)`.execute(work.database)
    return task(work)
  })
}

/** Runs `task` on an account that nobody changes meanwhile, and logs it. */
const actOnAccount = <T>(
  context: OperatorContext,
  { id, companyId, companyName }: AccountEntry,
  verb: AdminVerb,
  task: (work: UnitOfWork) => Promise<T>,
): Promise<T> =>
  act(context, async work => {
    if (companyId !== null) work.enterCompany(companyId)
    lockAccount(work, id, companyId)
    const { rows } = await sql<{ name: string }>`
      select name from auth_user where id = ${id} for update`.execute(work.database)
    const [account] = rows
    if (account === undefined) throw notFound('This account was just deleted.')
    const result = await task(work)
    if (companyId !== null)
      work.recordChange({
        kind: 'company',
        id: companyId,
        verb,
        card: null,
        detail: { employee: account.name },
      })
    const detail = { account: id, ...(companyName !== null && { companyName }) }
    await appendPlatformEntry(work, { verb, ...(companyId !== null && { companyUUID: companyId }), detail })
    return result
  })

/** A link to choose a new password, which works once and for an hour. */
export const resetPassword = (context: OperatorContext, account: AccountEntry): Promise<string> =>
  actOnAccount(context, account, 'account.reset-password', work =>
    createHandedResetLink(work, context.mailContext, account.id),
  )

/** Turns off two-factor authentication, ends all sessions, and tells the account by email. */
export const resetTwoFactor = (context: OperatorContext, account: AccountEntry): Promise<void> =>
  actOnAccount(context, account, 'account.reset-two-factor', async work => {
    await deleteTwoFactor(work.database, account.id, work.now)
    await endSessionsOf(work.database, { account: account.id })
    const { mailContext } = context
    const email = securityEmail(
      mailContext,
      account.email,
      'two-factor-off',
      'The operator of the server did it.',
    )
    await (account.companyId === null ? enqueueEmailToAccount : enqueueEmail)(work, mailContext, email)
  })

export const endSessions = (context: OperatorContext, account: AccountEntry): Promise<void> =>
  actOnAccount(context, account, 'account.end-sessions', work =>
    endSessionsOf(work.database, { account: account.id }),
  )

/** Changes the email of a company and of its owner's account, tells both addresses, and asks to confirm the new one. */
export const changeOwnerEmail = (
  context: OperatorContext,
  { companyUUID, email }: { readonly companyUUID: string; readonly email: string },
): Promise<void> =>
  act(context, async work => {
    const { mailContext } = context
    assertNotFounderEmail(context, email)
    lockAccount(work, companyUUID, companyUUID)
    const company = await lockCompanyById(work, companyUUID)
    await changeOwnerAccountEmail(work, { id: companyUUID, email })
    saveCompanyEmail(work, email)
    await recordInBothLogs(work, company, 'company.change-email')
    await emailAddressChanged(work, mailContext, company.email, email)
    await emailConfirmationLink(work, mailContext, email)
  })

type Reasoned = { readonly companyUUID: string; readonly reason: string }

export const closeCompany = (context: OperatorContext, { companyUUID, reason }: Reasoned): Promise<void> =>
  act(context, work =>
    suspend(work, context.mailContext, { companyUUID, reason }, () =>
      endSessionsOf(work.database, { company: companyUUID }),
    ),
  )

export const reopenCompany = (context: OperatorContext, reasoned: Reasoned): Promise<void> =>
  act(context, work => restore(work, context.mailContext, reasoned))

/** The email with this id, or null; reading it is logged, because it can hold a link that opens an account. */
export const readEmail = (context: OperatorContext, emailId: string): Promise<EmailEntry | null> =>
  act(context, async work => {
    const email = await lockEmail(work.database, emailId)
    if (email !== null) await appendPlatformEntry(work, { verb: 'mail.show', detail: { emailId } })
    return email
  })

/** Makes an email due if it waits; returns it as it was, or null. */
export const resendEmail = (context: OperatorContext, emailId: string): Promise<EmailEntry | null> =>
  act(context, async work => {
    const email = await lockEmail(work.database, emailId)
    if (email === null || email.nextAttemptAt === null) return email
    await setEmailDue(work.database, email.emailId, work.now)
    await appendPlatformEntry(work, { verb: 'mail.resend', detail: { emailId } })
    return email
  })

/** Logs a test email that was sent. */
export const recordTestEmail = (context: OperatorContext): Promise<void> =>
  act(context, work => appendPlatformEntry(work, { verb: 'mail.test' }))
