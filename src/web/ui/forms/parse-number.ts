// Parses typed numbers. A comma may separate thousands or decimals; it is read as whichever is possible, and text
// with other characters is never turned into a number.

const PLAIN_NUMBER = /^-?(\d+\.?\d*|\.\d+)$/
/** Thousands have three digits, and never follow a zero: `0,125` is an eighth. */
const WITH_THOUSANDS = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/
const WITH_DECIMAL_COMMA = /^-?\d*,\d*$/

/** `1,250.00` is 1250, `12,50` is 12.5; null if invalid, such as `1e3` or `1.250,50`. A leading `$` is ignored. */
export function parseNumber(typed: string): number | null {
  // Pasted numbers come with typographic signs, and with characters that cannot be seen.
  const plain = typed.replace(/\p{Cf}/gu, '').replace(/[\p{Pd}\u2212]/gu, '-')
  const text = plain.trim().replace(/^(-?)\$\s*/, '$1')
  if (PLAIN_NUMBER.test(text)) return Number(text)
  if (WITH_THOUSANDS.test(text)) return Number(text.replaceAll(',', ''))
  return WITH_DECIMAL_COMMA.test(text) && /\d/.test(text) ? Number(text.replace(',', '.')) : null
}
