// Text as it is typed, scanned or pasted into a field for a number, a code or an address.

/**
 * With plain spaces and hyphens, and without characters that cannot be seen: what other programs and scanners add to a
 * phone number, an email, a VIN, an amount or a time. Names and sentences are stored as typed.
 */
export const cleanTyped = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')

// The letters of \u115F, \u1160, \u3164 and \uFFA0 fill a syllable, and \u2800 is a Braille cell without dots.
const INVISIBLE = /^[\s\p{Z}\p{Cc}\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]*$/u

/** Whether nothing of it can be seen. */
export const isBlank = (typed: string): boolean => INVISIBLE.test(typed)
