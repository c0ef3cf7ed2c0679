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

const EXTENSION = /(?:x|ext\.?|extension) *(\d+) *$/i

/** The number without an extension. */
const withoutExtension = (phone: string): string => phone.replace(EXTENSION, '')

/** The dialed digits: without an extension. */
export const dialedDigits = (phone: string): string => digitsOf(withoutExtension(phone))

/** Without a country code no number has as many digits as two local ones. */
const DIGITS_OF_TWO = 2 * MIN_CALLABLE_DIGITS

/** Whether the text is two phone numbers: `574-555-0142 / 574-555-0199`. */
export function hasTwoNumbers(text: string): boolean {
  const parts = text.split(/[/,;&|]|\b(?:or|and)\b|(?<=\d) *(?=[(+])/i)
  const numbers = parts.filter(part => dialedDigits(part).length >= MIN_CALLABLE_DIGITS)
  const isInternational = /^\s*(\+|00|011)/.test(text)
  return numbers.length > 1 || (!isInternational && dialedDigits(text).length >= DIGITS_OF_TWO)
}

/** Whether a number has at least 7 digits. */
export const isCallable = (phone: string): boolean => dialedDigits(phone).length >= MIN_CALLABLE_DIGITS

/** The `tel:` link of a number; an extension is dialed after a pause. */
export function telOf(phone: string): string {
  const [, extension] = EXTENSION.exec(phone) ?? []
  const number = withoutExtension(phone).replace(/[^\d+*#,;]/g, '')
  return `tel:${number}${extension === undefined ? '' : `,${extension}`}`
}
