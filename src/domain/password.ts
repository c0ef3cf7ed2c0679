// A password guards a company's whole trade. Length is what helps; rules about symbols are not.

export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 128

/**
 * Why a password cannot be used, in one sentence; null when it can.
 * `isCommon` answers whether it is among the few thousand most used ones (lower case is passed).
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
  return null
}
