// A link by mail that lets somebody choose a new password: once, within the hour.

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Email, enqueueEmail, type MailContext, outboxRow } from '#server/mail/outbox.ts'
import { hashOfToken, newToken } from './one-time-token.ts'

const HOUR_MS = 60 * 60 * 1000

/** A fresh link, what is kept of it, and until when. */
function createResetLink(mailContext: MailContext, now: Date) {
  const token = newToken()
  return {
    link: `${mailContext.url()}/reset-password?token=${token}`,
    identifier: hashOfToken('reset-password', token),
    until: new Date(now.getTime() + HOUR_MS),
  }
}

const resetEmail = (link: string, recipient: string, askedBy: string): Email => ({
  recipient,
  subject: 'Choose a new password for Rigwright',
  text: `${askedBy} asked for a new password for ${recipient} at Rigwright.

Choose it here within one hour. The link works once:
${link}

If you do not want a new one, there is nothing to do: your password stays as it is.
`,
})

/** Sends an employee of the company at work a link, on their owner's behalf. */
export async function emailResetLink(
  work: UnitOfWork,
  mailContext: MailContext,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> {
  const { link, identifier, until } = createResetLink(mailContext, work.now)
  await sql`select allow_employee_reset(${id}, ${identifier}, ${work.now}, ${until})`.execute(work.database)
  await enqueueEmail(work, mailContext, resetEmail(link, email, work.by.name))
}

/**
 * Sends the account of this email a link, if there is one. The same is read and written whether there
 * is or not, so that neither the answer nor its time tells: the letter to nobody is just never tried.
 */
export async function requestReset(
  database: Database,
  mailContext: MailContext,
  email: string,
  now: Date,
): Promise<void> {
  const { link, identifier, until } = createResetLink(mailContext, now)
  const recipient = email.trim().toLowerCase()
  await database.transaction().execute(async transaction => {
    const { rows } = await sql<{ id: string }>`select id from auth_user where email = ${recipient}`.execute(
      transaction,
    )
    const [account] = rows
    await sql`
      insert into auth_verification (identifier, value, expires_at, created_at, updated_at)
      values (${identifier}, ${account?.id ?? randomUUID()}, ${until}, ${now}, ${now})`.execute(transaction)
    const email = outboxRow(resetEmail(link, recipient, 'Somebody'), null, mailContext, now)
    await transaction
      .insertInto('letter')
      .values(account === undefined ? { ...email, text: '', nextTry: null } : email)
      .execute()
  })
  mailContext.wake()
}

/** Lets no link of this account open anything any more. */
export async function deleteResetTokens(database: Database, account: string): Promise<void> {
  await sql`delete from auth_verification where value = ${account}`.execute(database)
}
