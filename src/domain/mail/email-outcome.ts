// Whether an email that the desk triggered will be sent. Without a warning the desk would wait for an answer to an
// email that was never sent.

export const EMAIL_OUTCOMES = ['posted', 'no-mail', 'no-address', 'too-many', 'unconfirmed'] as const
/**
 * `no-mail`: no mail server is set up. `no-address`: the customer has no email. `too-many`: the company reached its daily limit. `unconfirmed`: it reached the
 * limit of a company whose owner has not confirmed their email.
 */
export type EmailOutcome = (typeof EMAIL_OUTCOMES)[number]

const TOO_MANY_EMAILS =
  'Not emailed: your company reached today’s email limit. Call the customer, or send them the link.'
/** The dashboard has the owner’s button that sends the confirmation again. */
const CONFIRM_FIRST =
  'until the owner confirms their email (see the dashboard), your company can send only a few emails a day.'
const UNCONFIRMED_EMAILS = `Not emailed: ${CONFIRM_FIRST} Call the customer, or send them the link.`
/** For emails to people other than customers. */
export const CONFIRM_EMAIL_FIRST = `Not done: ${CONFIRM_FIRST}`
const NO_MAIL = 'Not emailed: email isn’t set up. Call the customer, or send them the link.'
const NO_ADDRESS = 'Not emailed: this customer has no email. Call them, or send them the link.'

/** Why no email was sent; null if one was, or none was due. */
export function emailNotSentSentence(outcome: EmailOutcome | null | undefined): string | null {
  const overLimit = overLimitSentence(outcome)
  if (overLimit !== null) return overLimit
  if (outcome === 'no-address') return NO_ADDRESS
  return outcome === 'no-mail' ? NO_MAIL : null
}

/** Why an email was over a limit; null if it was not. */
export function overLimitSentence(outcome: EmailOutcome | null | undefined): string | null {
  if (outcome === 'too-many') return TOO_MANY_EMAILS
  return outcome === 'unconfirmed' ? UNCONFIRMED_EMAILS : null
}

/** Why an email was not sent, as part of a ticket's activity. */
export const NOT_SENT_BECAUSE: Readonly<Partial<Record<EmailOutcome, string>>> = {
  'no-mail': 'email isn’t set up',
  'no-address': 'the customer has no email',
  'too-many': 'today’s email limit is reached',
  unconfirmed: 'the owner’s email isn’t confirmed',
}
