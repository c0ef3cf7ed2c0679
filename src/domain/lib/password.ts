// Password rules. Length is what helps; composition rules do not.

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 128

// Likely guesses by people who know the product.
const PRODUCT_WORDS = ['rigwright', 'rvservice', 'rvshop', 'servicewriter', 'technician', 'workhistory']

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Whether it is a product word, or the email's domain, with a few digits or symbols around it. */
function isGuessable(password: string, email: string): boolean {
  const [, emailDomain = ''] = /@([^.]+)/.exec(email) ?? []
  const letters = lettersOf(password)
  const isThinlyDisguised = letters.length * 2 < password.length
  return letters !== '' && !isThinlyDisguised && [...PRODUCT_WORDS, lettersOf(emailDomain)].includes(letters)
}

/**
 * Why a password is not allowed, in one sentence; null if it is. `isCommon` says whether it is a common password
 * (passed in lower case).
 */
export function passwordError(
  password: string,
  email: string,
  isCommon: (password: string) => boolean,
): string | null {
  if (password.length < MIN_PASSWORD_LENGTH) return `Must be at least ${MIN_PASSWORD_LENGTH} characters.`
  if (password.length > MAX_PASSWORD_LENGTH) return `Must be at most ${MAX_PASSWORD_LENGTH} characters.`
  const [name] = email.toLowerCase().split('@')
  if ([email.toLowerCase(), name].includes(password.toLowerCase()))
    return 'Don’t use your email as your password.'
  if (isCommon(password.toLowerCase())) return 'That password is too common. Choose another.'
  if (isGuessable(password, email)) return 'That password is too easy to guess. Choose another.'
  return null
}
