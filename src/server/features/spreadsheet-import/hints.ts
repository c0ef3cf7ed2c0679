// What an import may say of other companies' accounts and rigs before it runs. Any new company could otherwise ask whose
// email has an account, and which VINs are on file, row by row.

import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { MailContext } from '#server/mail/outbox.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

/** How many of these rows an answer may speak of, within the limits of the company and the account. Counts them. */
export const takeHints = (context: RequestContext, rows: number): Promise<number> =>
  context.rateLimiter.take(
    'import-hints',
    rateLimitSubjectsOf(context.execution.actor, context.address),
    rows,
  )

/**
 * Those of the asked rows that an answer may speak of: the first `hints`, and none before the owner has confirmed their
 * email. Without a mail server nobody could.
 */
export async function withinHints(
  work: UnitOfWork,
  { mailContext, hints }: { readonly mailContext: MailContext; readonly hints: number },
  asked: readonly string[],
): Promise<readonly string[]> {
  const isConfirmed = !mailContext.canDeliver || (await getOwnerMailbox(work)).isConfirmed
  return isConfirmed ? asked.slice(0, hints) : []
}
