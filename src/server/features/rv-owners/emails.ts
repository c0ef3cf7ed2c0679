// What whoever asks for an account is written. Anybody can type anybody's address, so nothing that was typed
// stands in it but the address itself, and behind a link the page of ours that they came from.

import type { Email, MailContext } from '#server/mail/outbox.ts'

/** What an address says of the page that comes afterwards. */
export const withRedirect = (to: string | undefined): string =>
  to === undefined ? '' : `?to=${encodeURIComponent(to)}`

/** `link` is the address at which the account is made. */
export const signupEmail = (recipient: string, link: string): Email => ({
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
export const alreadySignedUpEmail = (mailContext: MailContext, recipient: string, to?: string): Email => ({
  recipient,
  subject: 'You already have an account at Rigwright',
  text: `Somebody asked for an account for ${recipient} at Rigwright. There is one already, and it stays as it is.

Sign in here:
${mailContext.url()}/login${withRedirect(to)}

If you do not know your password any more, choose a new one:
${mailContext.url()}/reset-password

Was it not you? Then there is nothing to do.
`,
})

/** For an email whose account was deleted a moment ago. */
export const accountDeletedEmail = (mailContext: MailContext, recipient: string): Email => ({
  recipient,
  subject: 'Your account at Rigwright was deleted',
  text: `The account for ${recipient} at Rigwright was deleted, with everything that it knew of you. Nobody can sign in
with it any more, and the rigs that it held are free to be claimed.

Your tickets stay with the companies that wrote them, and the work history stays with the rig. The links that
companies sent you open as before.

You are welcome back at any time, with this email or another:
${mailContext.url()}/join

Was it not you? Then somebody knows your password. Use it nowhere else any more.
`,
})
