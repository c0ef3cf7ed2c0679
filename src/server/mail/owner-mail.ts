// Emails to a company's owner. Anyone can type any address when they register, so most wait until it is confirmed.

import { sql } from 'kysely'
import { mayEmailOwner, type OwnerEmailKind } from '#domain/mail/owner-email.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Email, enqueueEmail, type MailContext } from './outbox.ts'

/** Whether the owner of the current company has confirmed their email. */
export async function isOwnerEmailConfirmed(work: UnitOfWork): Promise<boolean> {
  const { rows } = await sql<{ isConfirmed: boolean }>`
    select is_owner_email_confirmed() as is_confirmed`.execute(work.database)
  return rows[0]?.isConfirmed ?? false
}

/** Whether the owner of the current company may get an email of this kind. */
export const mayEmailCurrentOwner = async (work: UnitOfWork, kind: OwnerEmailKind): Promise<boolean> =>
  mayEmailOwner(kind, { isConfirmed: await isOwnerEmailConfirmed(work) })

/** Queues an email to the owner of the current company, if they may get one of this kind. */
export async function enqueueOwnerEmail(
  work: UnitOfWork,
  mailContext: MailContext,
  kind: OwnerEmailKind,
  email: Email,
): Promise<void> {
  if (await mayEmailCurrentOwner(work, kind)) await enqueueEmail(work, mailContext, email)
}
