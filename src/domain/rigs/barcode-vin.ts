// A barcode on a rig is no VIN yet: labels put an import mark before it, makers wrap it into addresses and
// lists, and the label beside it names a tire. Here a VIN is taken out of what was read, and none is ever
// put together from something else.

import { checkDigit } from './vin.ts'

/** What may stand before a VIN without a gap: the `I` of an imported vehicle, or the word itself. */
const VIN_PATTERN = /^(?:I|VIN)?([A-HJ-NPR-Z0-9]{17})$/i

/** 49 CFR 565.15(d): the last four are digits on every vehicle. */
const ENDS_IN_DIGITS = /[0-9]{4}$/

const vinOf = (word: string): string | null => VIN_PATTERN.exec(word)?.[1]?.toUpperCase() ?? null

/** Whether the ninth place of a VIN is its check digit. Vehicles made for other markets need none. */
export const hasValidCheckDigit = (vin: string): boolean => checkDigit(vin) === vin[8]

/** In an address, `%3D` is a sign between words and no part of one. */
const unescapeUrl = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) ? text.replace(/%[0-9a-f]{2}/gi, ' ') : text

function vinsIn(text: string): string[] {
  const words = unescapeUrl(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const vins = words.map(vinOf).filter(vin => vin !== null)
  // Printed in groups, and nothing else with it: any words might add up to 17, so these must also be right.
  const whole = vinOf(text.replace(/[\s*]+/g, ''))
  const grouped = whole !== null && hasValidCheckDigit(whole) ? [whole] : []
  return [...vins.filter(vin => hasValidCheckDigit(vin) || ENDS_IN_DIGITS.test(vin)), ...grouped]
}

/**
 * The VIN in what barcodes say, 17 characters in upper case; null where there is none. One whose check digit
 * is right goes before one whose is not, which the caller has to show with `vinWarning`.
 *
 * Sources: 17 characters without I, O and Q: 49 CFR 565.13 and ISO 3779. A VIN label carries them in Code 39
 * without a check character of its own (SAE J1877), so that a slip of the reader shows in the check digit alone.
 */
export function findVin(texts: readonly string[]): string | null {
  const vins = texts.flatMap(vinsIn)
  return vins.find(hasValidCheckDigit) ?? vins[0] ?? null
}
