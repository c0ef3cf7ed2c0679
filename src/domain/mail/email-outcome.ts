// What becomes of a letter that the desk causes. Whoever believes that the customer was told waits for an answer
// that cannot come, so the desk hears when none is on its way.

export const LETTER_FATES = ['posted', 'no-mail', 'too-many'] as const
/** `no-mail`: no mail server is set up. `too-many`: the company has written as many as a day allows. */
export type LetterFate = (typeof LETTER_FATES)[number]

export const TOO_MANY_LETTERS =
  'No letter was sent: your company has written as many today as it may. Call the customer, or copy their link.'
export const NO_MAIL =
  'No letter was sent: no mail server is set up here. Call the customer, or copy their link.'

/** Why no letter is on its way; null where one is, or none was due. */
export function noLetterSentence(fate: LetterFate | undefined): string | null {
  if (fate === 'too-many') return TOO_MANY_LETTERS
  return fate === 'no-mail' ? NO_MAIL : null
}
