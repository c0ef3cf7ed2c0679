// Emails to a company's owner. Anyone can type any address when they register, so most wait until it is confirmed.

import { sql } from 'kysely'
import { mayEmailOwner, type OwnerEmailKind } from '#domain/mail/owner-email.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Email, enqueueEmail, type MailContext } from './outbox.ts'

/** The email that the owner of the current company logs in with, and whether they have confirmed it. */
export async function getOwnerMailbox(work: UnitOfWork): Promise<{ email: string; isConfirmed: boolean }> {
  const { rows } = await sql<{ email: string; isConfirmed: boolean }>`select * from owner_mailbox()`.execute(
    work.database,
  )
  const [mailbox] = rows
  if (mailbox === undefined) throw new Error('A company without its owner’s account.')
  return mailbox
}

/** Queues an email to the owner of the current company, if they may get one of this kind. */
export async function enqueueOwnerEmail(
  work: UnitOfWork,
  mailContext: MailContext,
  kind: OwnerEmailKind,
  email: Email,
): Promise<void> {
  if (mayEmailOwner(kind, await getOwnerMailbox(work))) await enqueueEmail(work, mailContext, email)
}
