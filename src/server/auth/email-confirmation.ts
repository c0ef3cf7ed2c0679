// The emailed link with which the owner of a company confirms their email. It works for a week, and until the email
// changes.

import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { Email, MailContext } from '#server/mail/outbox.ts'
import { enqueueOwnerEmail } from '#server/mail/owner-mail.ts'
import { hashOfToken, newToken } from './one-time-token.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000

const hashConfirmationToken = (token: string): string => hashOfToken('confirm-email', token)

/** It repeats nothing that was typed except the address itself: anyone can register with it. */
const confirmationEmail = (link: string, recipient: string): Email => ({
  recipient,
  subject: 'Confirm your email for Rigwright',
  text: `You (or someone using your email) entered ${recipient} as the email of a company's owner at Rigwright.

Confirm within seven days that it is yours:
${link}

Until you do, we send you nothing else but links to reset your password and notices about your account's security.

If this wasn't you, ignore this email.
`,
})

/** Emails the owner of the current company a link that confirms this email. */
export async function emailConfirmationLink(
  work: UnitOfWork,
  mailContext: MailContext,
  email: string,
): Promise<void> {
  const token = newToken()
  const until = new Date(work.now.getTime() + WEEK_MS)
  await sql`
    select create_email_confirmation(${hashConfirmationToken(token)}, ${work.now}, ${until})`.execute(
    work.database,
  )
  const link = `${mailContext.url()}/confirm-email/${token}`
  await enqueueOwnerEmail(work, mailContext, 'confirmation', confirmationEmail(link, email))
}

export type EmailConfirmation = {
  readonly companyId: string
  /** The owner's. */
  readonly name: string
  readonly email: string
  readonly isConfirmed: boolean
  readonly expiresAt: Date
}

/** What the link with this token confirms; null without one. */
export async function findEmailConfirmation(
  work: UnitOfWork,
  token: string,
): Promise<EmailConfirmation | null> {
  const { rows } = await sql<EmailConfirmation>`
    select * from find_email_confirmation(${hashConfirmationToken(token)})`.execute(work.database)
  return rows[0] ?? null
}

/** Confirms the email of the current company's owner. False if the link is invalid, or it is confirmed already. */
export async function confirmOwnerEmail(work: UnitOfWork, token: string): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select confirm_owner_email(${hashConfirmationToken(token)}, ${work.now}) as is_new`.execute(work.database)
  return rows[0]?.isNew ?? false
}

/** Invalidates all confirmation links of this account. */
export async function deleteConfirmations(database: Database, account: string): Promise<void> {
  await sql`delete from auth_verification where value = ${`confirm ${account}`}`.execute(database)
}
