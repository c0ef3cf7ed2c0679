// A phone number as people write it. The shop calls back on it, so a slip of the finger is worth a
// word; what stands around the digits is everybody's own.

const FEWEST_DIGITS = 7
const MOST_DIGITS = 20

/** Whether `text` is 7 to 20 digits among `+ ( ) - . x` and spaces, as in `(574) 555-0142 x12`. */
export function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return /^[\d+()\-.xX ]*$/.test(text) && digits >= FEWEST_DIGITS && digits <= MOST_DIGITS
}
