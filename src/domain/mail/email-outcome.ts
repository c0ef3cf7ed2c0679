// What becomes of a letter that the desk causes. Whoever believes that the customer was told waits for an answer
// that cannot come, so the desk hears when none is on its way.

export const EMAIL_OUTCOMES = ['posted', 'no-mail', 'too-many'] as const
/** `no-mail`: no mail server is set up. `too-many`: the company has written as many as a day allows. */
export type EmailOutcome = (typeof EMAIL_OUTCOMES)[number]

export const TOO_MANY_EMAILS =
  'No letter was sent: your company has written as many today as it may. Call the customer, or copy their link.'
const NO_MAIL = 'No letter was sent: no mail server is set up here. Call the customer, or copy their link.'

/** Why no letter is on its way; null where one is, or none was due. */
export function emailNotSentSentence(outcome: EmailOutcome | undefined): string | null {
  if (outcome === 'too-many') return TOO_MANY_EMAILS
  return outcome === 'no-mail' ? NO_MAIL : null
}
