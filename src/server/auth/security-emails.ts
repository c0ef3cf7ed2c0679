// Letters about an account's own safety: whoever did not do what one tells of, learns it from there.

import type { Database } from '#server/db/client.ts'
import { type Email, type MailContext, outboxRow } from '#server/mail/outbox.ts'

const EVENT_TEXTS = {
  password: 'Your password was changed',
  'second-step-on': 'The second step was turned on',
  'second-step-off': 'The second step was turned off',
  'recovery-codes': 'New recovery codes were made',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  email: 'Your email was changed',
} as const

export type SecurityEventName = keyof typeof EVENT_TEXTS

/** What is said to `recipient` of their account; `more` is a sentence of its own. */
export const securityEmail = (
  mailContext: MailContext,
  recipient: string,
  event: SecurityEventName,
  details = '',
): Email => ({
  recipient,
  subject: `${EVENT_TEXTS[event]} at Rigwright`,
  text: `${EVENT_TEXTS[event]} at Rigwright, for the account ${recipient}.${details === '' ? '' : `\n\n${details}`}

Was it you? Then there is nothing to do.

Was it not? Choose a new password at once, which signs everybody out of the account:
${mailContext.url()}/reset-password

Then look at what else opens it, your second step and your passkeys:
${mailContext.url()}/profile
`,
})

/** Tells an account what was just done with it, outside any piece of work. */
export async function emailSecurityEvent(
  { database, mailContext, now }: { database: Database; mailContext: MailContext; now: () => Date },
  recipient: string,
  event: SecurityEventName,
): Promise<void> {
  await database
    .insertInto('letter')
    .values(outboxRow(securityEmail(mailContext, recipient, event), null, mailContext, now()))
    .execute()
  mailContext.wake()
}
