// Whether an email that the desk triggered will be sent. Without a warning the desk would wait for an answer to an
// email that was never sent.

export const EMAIL_OUTCOMES = ['posted', 'no-mail', 'too-many'] as const
/** `no-mail`: no mail server is set up. `too-many`: the company reached its daily limit. */
export type EmailOutcome = (typeof EMAIL_OUTCOMES)[number]

export const TOO_MANY_EMAILS =
  'Not emailed: your company reached today’s email limit. Call the customer, or send them the link.'
const NO_MAIL = 'Not emailed: email isn’t set up. Call the customer, or send them the link.'

/** Why no email was sent; null if one was, or none was due. */
export function emailNotSentSentence(outcome: EmailOutcome | null | undefined): string | null {
  if (outcome === 'too-many') return TOO_MANY_EMAILS
  return outcome === 'no-mail' ? NO_MAIL : null
}

/** Why an email was not sent, as part of a ticket's activity. */
export const NOT_SENT_BECAUSE: Readonly<Partial<Record<EmailOutcome, string>>> = {
  'no-mail': 'email isn’t set up',
  'too-many': 'today’s email limit is reached',
}
