import { type EmailOutcome, emailNotSentSentence, overLimitSentence } from '#domain/mail/email-outcome.ts'
import { notify } from '#web/ui/feedback/notify.ts'

/** Says after a step that its customer got no email: they have none, or a limit held it back. */
export function notifyNotEmailed(outcome: EmailOutcome | undefined): void {
  const overLimit = overLimitSentence(outcome)
  if (overLimit !== null) notify.failure(overLimit)
  else if (outcome === 'no-address') notify.success(emailNotSentSentence(outcome) ?? '')
}
