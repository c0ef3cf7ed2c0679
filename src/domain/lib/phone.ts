// Phone numbers as people type them. The shop calls them, so typing errors are reported. The server formats what is
// typed; numbers on file may have any format, and fewer digits.

const MIN_DIGITS = 1
const MAX_DIGITS = 20
const MIN_CALLABLE_DIGITS = 7

const PHONE_PATTERN = /^[\d +()\-./,#]+((x|ext\.?|extension) *\d+ *)?$/i

/** Its digits, the same in any format. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Whether `text` is up to 20 digits with common symbols and an extension, as in `(574) 555-0142 x12`. */
export function isPhone(text: string): boolean {
  const digits = digitsOf(text).length
  return PHONE_PATTERN.test(text) && digits >= MIN_DIGITS && digits <= MAX_DIGITS
}

/** The dialed digits: without an extension. */
export const dialedDigits = (phone: string): string =>
  digitsOf(phone.replace(/(x|ext\.?|extension) *\d+ *$/i, ''))

/** Whether a number has at least 7 digits. */
export const isCallable = (phone: string): boolean => dialedDigits(phone).length >= MIN_CALLABLE_DIGITS

/** The `tel:` link of a number. */
export const telOf = (phone: string): string => `tel:${phone.replace(/[^\d+*#,;]/g, '')}`
