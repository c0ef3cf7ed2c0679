// Barcodes on a rig contain more than a VIN: labels add an import mark, manufacturers use URLs and lists, and other
// labels name tires. This extracts a VIN, and never assembles one from other text.

import { checkDigit } from './vin.ts'

/** What may precede a VIN without a gap: the `I` of an imported vehicle, or `VIN`. */
const VIN_PATTERN = /^(?:I|VIN)?([A-HJ-NPR-Z0-9]{17})$/i

/** 49 CFR 565.15(d): the last four are digits on every vehicle. */
const ENDS_IN_DIGITS = /[0-9]{4}$/

const vinOf = (word: string): string | null => VIN_PATTERN.exec(word)?.[1]?.toUpperCase() ?? null

/** Whether the ninth character is the check digit. Vehicles for other markets need none. */
export const hasValidCheckDigit = (vin: string): boolean => checkDigit(vin) === vin[8]

/** In a URL, `%3D` separates words. */
const unescapeUrl = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.replace(/%[0-9a-f]{2}/gi, ' ') : text

function vinsIn(text: string): string[] {
  const words = unescapeUrl(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const vins = words.map(vinOf).filter(vin => vin !== null)
  // A VIN printed in groups, with nothing else: other words might add up to 17, so the check digit must be correct.
  const whole = vinOf(text.replace(/[\s*]+/g, ''))
  const grouped = whole !== null && hasValidCheckDigit(whole) ? [whole] : []
  return [...vins.filter(vin => hasValidCheckDigit(vin) || ENDS_IN_DIGITS.test(vin)), ...grouped]
}

/**
 * The VIN in barcodes' texts, 17 characters in upper case; null if there is none. One with a correct check digit
 * comes first; for others the caller shows `vinWarning`.
 *
 * Sources: 17 characters without I, O and Q: 49 CFR 565.13 and ISO 3779. A VIN label has them in Code 39
 * without a checksum (SAE J1877), so a misread shows only in the check digit.
 */
export function findVin(texts: readonly string[]): string | null {
  const vins = texts.flatMap(vinsIn)
  return vins.find(hasValidCheckDigit) ?? vins[0] ?? null
}
