// Emails about changes to an account's security, so that its owner notices a change that they did not make.

import type { Database } from '#server/db/database.ts'
import { type Email, type MailContext, outboxRow } from '#server/mail/outbox.ts'

const EVENT_TEXTS = {
  password: 'Your password was changed',
  'two-factor-on': 'Two-factor authentication was turned on',
  'two-factor-off': 'Two-factor authentication was turned off',
  'recovery-codes': 'New recovery codes were created',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  email: 'Your email was changed',
} as const

export type SecurityEventName = keyof typeof EVENT_TEXTS

/** Queues an email to `recipient` about their account; `details` is a complete sentence. */
export const securityEmail = (
  mailContext: MailContext,
  recipient: string,
  event: SecurityEventName,
  details = '',
): Email => ({
  recipient,
  subject: `${EVENT_TEXTS[event]} at Rigwright`,
  text: `${EVENT_TEXTS[event]} at Rigwright, for the account ${recipient}.${details === '' ? '' : `\n\n${details}`}

If this was you, you don't need to do anything.

If it wasn't, choose a new password now. That logs out every device:
${mailContext.url()}/reset-password

Then check your two-factor authentication and your passkeys:
${mailContext.url()}/profile
`,
})

/** Notifies an account of a change, outside any unit of work. */
export async function emailSecurityEvent(
  { database, mailContext, now }: { database: Database; mailContext: MailContext; now: () => Date },
  recipient: string,
  event: SecurityEventName,
): Promise<void> {
  await database
    .insertInto('emailOutbox')
    .values(outboxRow(securityEmail(mailContext, recipient, event), null, mailContext, now()))
    .execute()
  mailContext.wake()
}
