// Letters about an account's own safety: whoever did not do what one tells of, learns it from there.

import type { Database } from '#server/db/client.ts'
import { type Letter, letterRow, type Post } from '#server/mail/outbox.ts'

const NEWS = {
  password: 'Your password was changed',
  'second-step-on': 'The second step was turned on',
  'second-step-off': 'The second step was turned off',
  'recovery-codes': 'New recovery codes were made',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  email: 'Your email was changed',
} as const

export type News = keyof typeof NEWS

/** What is said to `recipient` of their account; `more` is a sentence of its own. */
export const accountLetter = (post: Post, recipient: string, news: News, more = ''): Letter => ({
  recipient,
  subject: `${NEWS[news]} at Rigwright`,
  text: `${NEWS[news]} at Rigwright, for the account ${recipient}.${more === '' ? '' : `\n\n${more}`}

Was it you? Then there is nothing to do.

Was it not? Choose a new password at once, which signs everybody out of the account:
${post.url()}/reset-password

Then look at what else opens it, your second step and your passkeys:
${post.url()}/profile
`,
})

/** Tells an account what was just done with it, outside any piece of work. */
export async function tellAccount(
  { database, post, now }: { database: Database; post: Post; now: () => Date },
  recipient: string,
  news: News,
): Promise<void> {
  await database
    .insertInto('letter')
    .values(letterRow(accountLetter(post, recipient, news), null, post, now()))
    .execute()
  post.wake()
}
