// Limits on emails that a company or its customers cause. They are counted together: a company must not flood a
// mailbox, nor write to strangers through made-up tickets.

import { type EmailOutcome, TOO_MANY_EMAILS } from '#domain/mail/email-outcome.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { tooMany } from '#server/lib/api-errors.ts'
import { type Email, enqueueEmail, type MailContext } from './outbox.ts'
import { mayEmailCurrentOwner } from './owner-mail.ts'

export type LimitedMailContext = {
  readonly mailContext: MailContext
  readonly rateLimiter: {
    /** Counts one email. Returns the seconds to wait if it is over the limit, otherwise null. */
    readonly consumeInTransaction: (
      work: UnitOfWork,
      action: 'customer-emails',
      subjects: { readonly company: string | null; readonly email: string },
    ) => Promise<number | null>
  }
}

/** Queues an email, or returns the seconds until one is allowed. */
async function tryEnqueue(
  work: UnitOfWork,
  { mailContext, rateLimiter }: LimitedMailContext,
  email: Email,
  company: string | null = work.companyId,
): Promise<number | null> {
  const subject = { company, email: `${work.companyId} ${email.recipient.toLowerCase()}` }
  const wait = await rateLimiter.consumeInTransaction(work, 'customer-emails', subject)
  if (wait === null) await enqueueEmail(work, mailContext, email)
  return wait
}

/** Whether an email that was queued will be sent. */
export const outcomeWith = ({ canDeliver }: MailContext): EmailOutcome => (canDeliver ? 'posted' : 'no-mail')

/** Emails a customer about a command. Over the limit it is skipped, and the desk sees a notice. */
export async function emailCustomer(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<EmailOutcome> {
  return (await tryEnqueue(work, context, email)) === null ? outcomeWith(context.mailContext) : 'too-many'
}

/**
 * Emails a company's owner about a customer's action: counted by its mailbox only, or one customer could use up its
 * limit.
 */
export async function emailCompany(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<void> {
  if (await mayEmailCurrentOwner(work, 'notice')) await tryEnqueue(work, context, email, null)
}

/** Queues a requested email. Throws TOO_MANY over the limit. */
export async function emailOrThrow(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<EmailOutcome> {
  const wait = await tryEnqueue(work, context, email)
  if (wait !== null) throw tooMany(wait, TOO_MANY_EMAILS)
  return outcomeWith(context.mailContext)
}
