// The token of a signup link: valid once, within a day.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hashOfToken } from '#server/auth/one-time-token.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type MailContext, outboxRow } from '#server/mail/outbox.ts'
import { alreadySignedUpEmail, signupEmail, withRedirect } from './emails.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** The stored hash of a token. */
export const hashSignupToken = (token: string): string => hashOfToken('join', token)

/**
 * The id of the link's account: the same on every submission, so that a repeat is detected. It cannot be derived from
 * the stored hash.
 */
export function accountIdFromToken(token: string): string {
  const hash = createHash('sha256').update(`account:${token}`).digest('hex')
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
}

/**
 * Creates a signup link for this email and queues its email; an email in use gets another text. The token is
 * generated in the database and leaves it only in that email.
 */
export async function startSignup(
  work: UnitOfWork,
  mailContext: MailContext,
  email: string,
  to?: string,
): Promise<void> {
  const until = new Date(work.now.getTime() + DAY_MS)
  const link = `${mailContext.url()}/join/{token}${withRedirect(to)}`
  const fresh = outboxRow(signupEmail(email, link), null, mailContext, work.now)
  const taken = alreadySignedUpEmail(mailContext, email, to)
  await sql`
    select enqueue_signup_email(${fresh.emailId}, ${fresh.messageId}, ${email}, ${JSON.stringify(fresh)}::jsonb,
                             ${JSON.stringify(taken)}::jsonb, ${work.now}, ${until})`.execute(work.database)
  work.afterCommit(mailContext.wake)
}

/** The email of a signup link; null for an invalid one. */
export async function findSignupEmail(work: UnitOfWork, token: string): Promise<string | null> {
  const { rows } = await sql<{ email: string | null }>`
    select signup_email(${hashSignupToken(token)}, ${work.now}) as email`.execute(work.database)
  return rows[0]?.email ?? null
}
