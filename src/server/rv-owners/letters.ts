// What whoever asks for an account is written. Anybody can type anybody's address, so nothing that was typed
// stands in it but the address itself.

import type { Letter, Post } from '#server/letters.ts'

/** `link` is the address at which the account is made. */
export const joinLetter = (recipient: string, link: string): Letter => ({
  recipient,
  subject: 'Make your account at Rigwright',
  text: `Somebody asked for an account for ${recipient} at Rigwright, where the tickets and the history of
your RV come together.

Make it here within one day. The link works once:
${link}

Was it not you? Then there is nothing to do, and no account is made.
`,
})

/** For an email that has an account already. The form itself tells nobody so. */
export const alreadyJoinedLetter = (post: Post, recipient: string): Letter => ({
  recipient,
  subject: 'You already have an account at Rigwright',
  text: `Somebody asked for an account for ${recipient} at Rigwright. There is one already, and it stays as it is.

Sign in here:
${post.url()}/login

If you do not know your password any more, choose a new one:
${post.url()}/reset-password

Was it not you? Then there is nothing to do.
`,
})
