// A phone number as people write it. The shop calls back on it, so a slip of the finger is worth a
// word; what stands around the digits is everybody's own, and the specification asks only for one.

const MIN_DIGITS = 1
const MAX_DIGITS = 20
const MIN_CALLABLE_DIGITS = 7

const PHONE_PATTERN = /^[\d +()\-./,#]+((x|ext\.?|extension) *\d+ *)?$/i

/** Its digits alone, which are the same however somebody writes a number. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Whether `text` is up to 20 digits with the usual signs and an extension, as in `(574) 555-0142 x12`. */
export function isPhone(text: string): boolean {
  const digits = digitsOf(text).length
  return PHONE_PATTERN.test(text) && digits >= MIN_DIGITS && digits <= MAX_DIGITS
}

/** The digits that are dialed: without an extension. */
export const dialedDigits = (phone: string): string =>
  digitsOf(phone.replace(/(x|ext\.?|extension) *\d+ *$/i, ''))

/** Whether a number has as many digits as one within a town has: 7. */
export const isCallable = (phone: string): boolean => dialedDigits(phone).length >= MIN_CALLABLE_DIGITS

/** A number as a link that calls it. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+*#,;]/g, '')}`
