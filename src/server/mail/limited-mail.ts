// Limits on emails that a company or its customers cause. Those to customers are counted together: a company must not
// flood a mailbox, nor write to strangers through made-up tickets.

import { CONFIRM_EMAIL_FIRST, type EmailOutcome, overLimitSentence } from '#domain/mail/email-outcome.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { tooMany } from '#server/lib/api-errors.ts'
import { type Email, enqueueEmail, type MailContext } from './outbox.ts'
import { getOwnerMailbox } from './owner-mail.ts'

export type LimitedMailContext = {
  readonly mailContext: MailContext
  readonly rateLimiter: {
    /** Counts one email. Returns the seconds to wait if it is over the limit, otherwise null. */
    readonly consumeInTransaction: (
      work: UnitOfWork,
      action: 'customer-emails' | 'owner-emails' | 'unconfirmed-emails',
      subjects: { readonly company: string; readonly email?: string },
    ) => Promise<number | null>
  }
}

/**
 * Counts an email to someone other than the owner. Until the owner has confirmed their own email, which anyone can type,
 * their company sends a handful a day. Returns the seconds to wait over that limit, otherwise null. Without a mail server
 * nothing leaves this machine, and nothing is counted.
 */
async function countIfUnconfirmed(
  work: UnitOfWork,
  { mailContext, rateLimiter }: LimitedMailContext,
): Promise<number | null> {
  if (!mailContext.canDeliver || (await getOwnerMailbox(work)).isConfirmed) return null
  return rateLimiter.consumeInTransaction(work, 'unconfirmed-emails', { company: work.companyId })
}

/** Whether the company may send an email that a visitor or a customer caused. Counts it. */
export const mayEmailOthers = async (work: UnitOfWork, context: LimitedMailContext): Promise<boolean> =>
  (await countIfUnconfirmed(work, context)) === null

/** The same for an email that the owner asked for. Throws TOO_MANY over the limit. */
export async function assertMayEmailOthers(work: UnitOfWork, context: LimitedMailContext): Promise<void> {
  const wait = await countIfUnconfirmed(work, context)
  if (wait !== null) throw tooMany(wait, CONFIRM_EMAIL_FIRST)
}

type Attempt = { readonly outcome: EmailOutcome; readonly wait: number }

/** Queues an email, unless it is over a limit: then `wait` is the seconds until one is allowed. */
async function tryEnqueue(work: UnitOfWork, context: LimitedMailContext, email: Email): Promise<Attempt> {
  if (email.recipient === '') return { outcome: 'no-address', wait: 0 }
  const { mailContext, rateLimiter } = context
  const subject = { company: work.companyId, email: `${work.companyId} ${email.recipient.toLowerCase()}` }
  const wait = await rateLimiter.consumeInTransaction(work, 'customer-emails', subject)
  if (wait !== null) return { outcome: 'too-many', wait }
  const unconfirmedWait = await countIfUnconfirmed(work, context)
  if (unconfirmedWait !== null) return { outcome: 'unconfirmed', wait: unconfirmedWait }
  await enqueueEmail(work, mailContext, email)
  return { outcome: outcomeWith(mailContext), wait: 0 }
}

/** Whether an email that was queued will be sent. */
export const outcomeWith = ({ canDeliver }: MailContext): EmailOutcome => (canDeliver ? 'posted' : 'no-mail')

/** Emails a customer about a command. Without an address, or over the limit, it is skipped, and the desk sees a notice. */
export async function emailCustomer(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<EmailOutcome> {
  return (await tryEnqueue(work, context, email)).outcome
}

/** Emails the owner what customers did, and returns whether it was queued; over the limit, it has to wait. */
export async function emailOwner(
  work: UnitOfWork,
  { mailContext, rateLimiter }: LimitedMailContext,
  email: Email,
): Promise<boolean> {
  const wait = await rateLimiter.consumeInTransaction(work, 'owner-emails', { company: work.companyId })
  if (wait === null) await enqueueEmail(work, mailContext, email)
  return wait === null
}

/** Queues a requested email. Throws TOO_MANY over the limit. */
export async function emailOrThrow(
  work: UnitOfWork,
  context: LimitedMailContext,
  email: Email,
): Promise<EmailOutcome> {
  const { outcome, wait } = await tryEnqueue(work, context, email)
  const sentence = overLimitSentence(outcome)
  if (sentence !== null) throw tooMany(wait, sentence)
  return outcome
}
