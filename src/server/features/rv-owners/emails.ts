// Emails about an RV owner's account. Anyone can type any address into the form, so an email repeats nothing that
// was typed except the address itself and, in the link, the page of ours to return to.

import type { Email, MailContext } from '#server/mail/outbox.ts'

/** The query string that says which page to open afterwards. */
export const withRedirect = (to: string | undefined): string =>
  to === undefined ? '' : `?to=${encodeURIComponent(to)}`

/** `link` opens the page that creates the account. */
export const signupEmail = (recipient: string, link: string): Email => ({
  recipient,
  subject: 'Create your Rigwright account',
  text: `You (or someone using your email) asked for a Rigwright account for ${recipient}. It keeps your RV's
tickets and history in one place.

Create your account within one day. The link works once:
${link}

If this wasn't you, ignore this email. No account will be created.
`,
})

/** For an email that already has an account. The form itself never reveals that. */
export const alreadySignedUpEmail = (mailContext: MailContext, recipient: string, to?: string): Email => ({
  recipient,
  subject: 'You already have a Rigwright account',
  text: `You (or someone using your email) asked for a Rigwright account for ${recipient}. You already have one, and
nothing about it has changed.

Log in here:
${mailContext.url()}/login${withRedirect(to)}

Forgot your password? Choose a new one:
${mailContext.url()}/reset-password

Did a company make that account for you? Our email with the link says how to use your email for your own instead.

If this wasn't you, ignore this email.
`,
})

/** Confirms that the account was just deleted. */
export const accountDeletedEmail = (mailContext: MailContext, recipient: string): Email => ({
  recipient,
  subject: 'Your Rigwright account was deleted',
  text: `The Rigwright account for ${recipient} was deleted, along with your personal details. No one can log in with it
anymore, and the rigs on its list can be claimed again.

Your tickets stay with the shops that wrote them, and the work history stays with each rig. The links that shops
sent you still work.

You're welcome back anytime, with this email or another:
${mailContext.url()}/join

If this wasn't you, someone knows your password. Change it anywhere else you use it.
`,
})
