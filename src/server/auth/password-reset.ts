// The emailed link to choose a new password. It works once and expires in an hour.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Email, enqueueEmail, type MailContext, outboxRow } from '#server/mail/outbox.ts'
import { hashOfToken, newToken } from './one-time-token.ts'

const HOUR_MS = 60 * 60 * 1000

/** An emailed token, which is random, does not begin with it. */
const HANDED_PREFIX = 'handed-'

/** Whether the operator handed this link over: the person who has it need not read the account's mailbox. */
export const isHanded = (token: string): boolean => token.startsWith(HANDED_PREFIX)

/** A new link, the hash of its token to store, and when it expires; `releaseLink` frees the email instead. */
function newResetLink(mailContext: MailContext, now: Date, prefix = '') {
  const token = `${prefix}${newToken()}`
  return {
    link: `${mailContext.url()}/reset-password?token=${token}`,
    releaseLink: `${mailContext.url()}/release-email/${token}`,
    identifier: hashOfToken('reset-password', token),
    until: new Date(now.getTime() + HOUR_MS),
  }
}

/** A stored link of this account. */
async function createResetLink(
  database: Database,
  mailContext: MailContext,
  account: string,
  now: Date,
  prefix = '',
): Promise<{ readonly link: string; readonly releaseLink: string }> {
  const { link, releaseLink, identifier, until } = newResetLink(mailContext, now, prefix)
  await sql`
    insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
    values (${identifier}, ${account}, ${until}, ${now}, ${now})`.execute(database)
  return { link, releaseLink }
}

const releaseParagraph = (releaseLink: string): string => `
Not your account? A company made it with your email, which nobody has confirmed. To use your email for an account of
your own, open this link instead:
${releaseLink}
`

/** `askedBy` is the employer who sent the link; null for a request from the login page. */
const resetEmail = (
  link: string,
  recipient: string,
  askedBy: string | null,
  releaseLink: string | null = null,
): Email => ({
  recipient,
  subject: 'Choose a new password for Rigwright',
  text: `${askedBy === null ? 'We got a request' : `${askedBy} asked us`} to reset the Rigwright password for ${recipient}.

Choose a new password within one hour. The link works once:
${link}

${askedBy === null ? "If this wasn't you, ignore this email." : "If you don't want a new one, ignore this email."} Your password stays the same.
${releaseLink === null ? '' : releaseParagraph(releaseLink)}`,
})

/** Emails an employee of the current company a reset link, on behalf of the company's owner. */
export async function emailResetLink(
  work: UnitOfWork,
  mailContext: MailContext,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const { link, identifier, until } = newResetLink(mailContext, work.now)
  await sql`select create_employee_password_reset(${id}, ${identifier}, ${work.now}, ${until})`.execute(
    work.database,
  )
  await enqueueEmail(work, mailContext, resetEmail(link, email, work.by.name))
}

/** A reset link for any account, for the operator to hand over. It says nothing about the account's mailbox. */
export const createHandedResetLink = async (
  work: UnitOfWork,
  mailContext: MailContext,
  account: string,
): Promise<string> =>
  (await createResetLink(work.database, mailContext, account, work.now, HANDED_PREFIX)).link

/**
 * Emails a reset link to the account with this email, if there is one. It reads and writes the same either way, so
 * that neither the answer nor its time reveals whether the account exists; without one the email is never sent.
 */
export async function requestReset(
  database: Database,
  mailContext: MailContext,
  email: string,
  now: Date,
): Promise<void> {
  const recipient = email.trim().toLowerCase()
  await database.transaction().execute(async transaction => {
    const { rows } = await sql<{ id: string; isReleasable: boolean }>`
      select id, not email_verified and exists (select from account_company where account_id = id) as is_releasable
      from auth_user where email = ${recipient}`.execute(transaction)
    const [account] = rows
    const links = await createResetLink(transaction, mailContext, account?.id ?? randomUUID(), now)
    const releaseLink = account?.isReleasable ? links.releaseLink : null
    const email = outboxRow(resetEmail(links.link, recipient, null, releaseLink), null, mailContext, now)
    await transaction
      .insertInto('emailOutbox')
      .values(account === undefined ? { ...email, text: '', nextAttemptAt: null } : email)
      .execute()
  })
  mailContext.wake()
}

/** Confirms the email that a valid reset link was sent to: the person who has the link reads the mailbox. */
export async function confirmEmailByReset(
  database: Database,
  { token, email, now }: { readonly token: string; readonly email: string; readonly now: Date },
): Promise<void> {
  if (isHanded(token)) return
  await sql`
    update auth_user u set email_verified = true, updated_at = ${now}
    from auth_verification v, account_company a
    where v.identifier = ${hashOfToken('reset-password', token)} and v.expires_at > ${now} and v.value = u.id::text
      and u.email = ${email} and not u.email_verified and a.account_id = u.id`.execute(database)
}

/** Invalidates all reset links of this account. */
export async function deleteResetTokens(database: Database, account: string): Promise<void> {
  await sql`delete from auth_verification where value = ${account}`.execute(database)
}
