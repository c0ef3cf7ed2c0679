// A password guards a company's whole trade. Length is what helps; rules about symbols are not.

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128

// What whoever knows the product tries first, beside what is tried everywhere.
const OF_THE_HOUSE = ['rigwright', 'rvservice', 'rvshop', 'servicewriter', 'technician', 'workhistory']

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Whether it is a word of the house, or of where the email is at home, with a few digits or signs around it. */
function isEasyHere(password: string, email: string): boolean {
  const [, home = ''] = /@([^.]+)/.exec(email) ?? []
  const letters = lettersOf(password)
  const isDressedUp = letters.length * 2 < password.length
  return letters !== '' && !isDressedUp && [...OF_THE_HOUSE, lettersOf(home)].includes(letters)
}

/**
 * Why a password cannot be used, in one sentence; null when it can.
 * `isCommon` answers whether it is among those that everybody tries first (lower case is passed).
 */
export function passwordFault(
  password: string,
  email: string,
  isCommon: (password: string) => boolean,
): string | null {
  if (password.length < SHORTEST_PASSWORD) return `Use at least ${SHORTEST_PASSWORD} characters.`
  if (password.length > LONGEST_PASSWORD) return `Use at most ${LONGEST_PASSWORD} characters.`
  const [name] = email.toLowerCase().split('@')
  if ([email.toLowerCase(), name].includes(password.toLowerCase()))
    return 'Do not use your email as password.'
  if (isCommon(password.toLowerCase())) return 'This password is one of the most used. Choose another.'
  if (isEasyHere(password, email)) return 'This password is easy to guess here. Choose another.'
  return null
}
