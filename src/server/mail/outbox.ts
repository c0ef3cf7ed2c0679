// Writing letters. A letter is a row of the work that caused it: if the work fails there is none, and
// once the work is done no crash loses it. The postman takes it from there.

import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/client.ts'
import type { EmailOutboxRow } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

export type Email = {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** What was typed, as one line: a name of two must not begin a second header, or a paragraph of its own. */
export const toSingleLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** What those who write letters know of the way out. */
export type MailContext = {
  /** Where people reach the product, for links; never what a request says of itself. */
  readonly url: () => string
  /** Whether letters reach mailboxes; without a mail server they are files of the operator's. */
  readonly canDeliver: boolean
  /** Tells the postman that there is something to do. */
  readonly wake: () => void
}

/** A letter as it lies in the queue, due at once. */
export const outboxRow = (
  email: Email,
  companyId: string | null,
  mailContext: MailContext,
  now: Date,
): EmailOutboxRow => {
  const emailId = randomUUID()
  const domain = new URL(mailContext.url()).hostname
  return {
    emailId,
    companyId,
    html: null,
    ...email,
    messageId: `<${emailId}@${domain}>`,
    at: now,
    attempts: 0,
    nextAttemptAt: now,
    sentAt: null,
    lastError: null,
  }
}

async function insertEmail(
  work: UnitOfWork,
  mailContext: MailContext,
  email: Email,
  companyId: string | null,
): Promise<void> {
  await work.database
    .insertInto('emailOutbox')
    .values(outboxRow(email, companyId, mailContext, work.now))
    .execute()
  work.afterCommit(mailContext.wake)
}

/** Puts a letter in the queue; it leaves after commit. */
export const enqueueEmail = (work: UnitOfWork, mailContext: MailContext, email: Email): Promise<void> =>
  insertEmail(work, mailContext, email, work.companyId)

/** The same, for whoever is of no company, in work that has entered none. */
export const enqueueEmailToAccount = (
  work: UnitOfWork,
  mailContext: MailContext,
  email: Email,
): Promise<void> => insertEmail(work, mailContext, email, null)

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Forgets letters that nobody tries any more, thirty days after they were written. */
export async function deleteExpiredEmails(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom('emailOutbox')
    .where('nextAttemptAt', 'is', null)
    .where('at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
}
