// The email outbox. An email is a row of the transaction that caused it: none on failure, and never lost after
// commit. The mail worker sends it.

import { randomUUID } from 'node:crypto'
import type { EmailAttachment } from '#server/db/column-types.ts'
import type { Database } from '#server/db/database.ts'
import type { NewRow } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

export type Email = {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  /** On whose behalf it is written; omitted for the product itself. */
  readonly sender?: Sender
  readonly attachment?: EmailAttachment
}

/** A company as the sender of an email: its name beside our address. */
export type Sender = { readonly name: string }

/** The company as the sender of its customers' emails. */
export const senderOf = (company: { readonly companyName: string }): Sender => ({
  name: toSingleLine(company.companyName),
})

/** Input as a single line, so that it cannot start a header or paragraph. */
export const toSingleLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** What code that queues emails needs. */
export type MailContext = {
  /** The product's public address for links; never taken from a request. */
  readonly url: () => string
  /** Whether emails reach mailboxes; without a mail server they are files. */
  readonly canDeliver: boolean
  /** Where people write to the founders; null for nowhere, and then no sentence asks them to. */
  readonly contactEmail: string | null
  /** Wakes the mail worker. */
  readonly wake: () => void
}

/** A queue row, due at once. */
export const outboxRow = (
  { sender, attachment: _, ...email }: Email,
  companyId: string | null,
  mailContext: MailContext,
  now: Date,
  replyTo: string | null = null,
): NewRow<'emailOutbox'> => {
  const emailId = randomUUID()
  const domain = new URL(mailContext.url()).hostname
  return {
    emailId,
    companyId,
    html: null,
    senderName: sender?.name ?? null,
    replyTo,
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
  const replyTo = email.sender === undefined ? null : await findReplyTo(work)
  await work.database
    .insertInto('emailOutbox')
    .values({
      ...outboxRow(email, companyId, mailContext, work.now, replyTo),
      attachment: email.attachment === undefined ? null : JSON.stringify(email.attachment),
    })
    .execute()
  work.afterCommit(mailContext.wake)
}

/** The company's mailbox for its customers. Not the email that its owner logs in with, which only the desk may know. */
async function findReplyTo(work: UnitOfWork): Promise<string | null> {
  const row = await work.from('companyPreference').select('replyTo').executeTakeFirst()
  return row?.replyTo ?? null
}

/** Queues an email; it is sent after commit. */
export const enqueueEmail = (work: UnitOfWork, mailContext: MailContext, email: Email): Promise<void> =>
  insertEmail(work, mailContext, email, work.companyId)

/** The same for a recipient without a company, in a unit of work without one. */
export const enqueueEmailToAccount = (
  work: UnitOfWork,
  mailContext: MailContext,
  email: Email,
): Promise<void> => insertEmail(work, mailContext, email, null)

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Deletes finished emails thirty days after they were written. */
export async function deleteExpiredEmails(database: Database, now: Date): Promise<void> {
  await database
    .deleteFrom('emailOutbox')
    .where('nextAttemptAt', 'is', null)
    .where('at', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
}
