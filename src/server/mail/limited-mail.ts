// Letters that the desk causes, and what a customer causes at the desk. They are counted together, whatever they say: a
// company must not fill a mailbox, nor write to strangers by tickets that it makes up.

import { type EmailOutcome, TOO_MANY_EMAILS } from '#domain/mail/email-outcome.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { tooMany } from '#server/lib/errors.ts'
import { type Email, enqueueEmail, type MailContext } from './outbox.ts'

export type LimitedMailContext = {
  readonly mailContext: MailContext
  readonly rateLimiter: {
    /** Counts one email; answers with the seconds to wait where it is one too many, and with null otherwise. */
    readonly consumeInTransaction: (
      work: UnitOfWork,
      action: 'letters',
      subjects: { readonly company: string | null; readonly email: string },
    ) => Promise<number | null>
  }
}

/** Writes a letter, or answers with the seconds until another may be written. */
async function tryEnqueue(
  work: UnitOfWork,
  { mailContext, rateLimiter }: LimitedMailContext,
  email: Email,
  company: string | null = work.companyId,
): Promise<number | null> {
  const subject = { company, email: `${work.companyId} ${email.recipient.toLowerCase()}` }
  const wait = await rateLimiter.consumeInTransaction(work, 'letters', subject)
  if (wait === null) await enqueueEmail(work, mailContext, email)
  return wait
}

const outcomeWith = ({ canDeliver }: MailContext): EmailOutcome => (canDeliver ? 'posted' : 'no-mail')

/** Writes to a customer beside what was done. One letter too many is left out, and the desk is told. */
export async function emailCustomer(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<EmailOutcome> {
  return (await tryEnqueue(work, context, email)) === null ? outcomeWith(context.mailContext) : 'too-many'
}

/** Writes to a company what a customer caused: counted by its mailbox alone, or one customer could use up its letters. */
export async function emailCompany(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<void> {
  await tryEnqueue(work, context, email, null)
}

/** Writes what was asked for and nothing else. Throws TOO_MANY for one letter too many. */
export async function emailOrThrow(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<EmailOutcome> {
  const wait = await tryEnqueue(work, context, email)
  if (wait !== null) throw tooMany(wait, TOO_MANY_EMAILS)
  return outcomeWith(context.mailContext)
}
