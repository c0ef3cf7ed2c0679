// A number as people type it. A comma stands for thousands in one shop and for a decimal point in another; it is read
// as whichever it can be, and what is no number is never made into one by leaving its letters out.

const PLAIN_NUMBER = /^-?(\d+\.?\d*|\.\d+)$/
/** Thousands come in threes, and never after a nought: `0,125` is an eighth. */
const WITH_THOUSANDS = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/
const WITH_DECIMAL_COMMA = /^-?\d*,\d*$/

/** `1,250.00` is 1250, `12,50` is 12.5; null where it is no number, as `1e3` or `1.250,50`. A `$` in front is left out. */
export function parseNumber(typed: string): number | null {
  const text = typed.trim().replace(/^(-?)\$\s*/, '$1')
  if (PLAIN_NUMBER.test(text)) return Number(text)
  if (WITH_THOUSANDS.test(text)) return Number(text.replaceAll(',', ''))
  return WITH_DECIMAL_COMMA.test(text) && /\d/.test(text) ? Number(text.replace(',', '.')) : null
}
