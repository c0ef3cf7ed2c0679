// What the face of the papers can draw. It knows Latin, Greek and Cyrillic; for a sign that it lacks it would draw
// an empty box or nothing at all, and nobody would see that a name is not whole.

/** Stands for a sign that cannot be drawn. */
export const LACKING = '\uFFFD'

export type HasSign = (codePoint: number) => boolean

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What is not seen: marks of direction, joiners, soft hyphens, and those that choose how a sign looks. */
const UNSEEN = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/gu

/** A word longer than a line is parted here, so that no column becomes wider than the sheet. */
const LONGEST_WORD = 24
const longWord = new RegExp(`\\S{${LONGEST_WORD}}(?=\\S)`, 'g')
const PART_HERE = '\u200B'

/** What is told apart without looking for its graphemes, which takes long: no marks, nothing unseen, one line break. */
const PLAIN = /^(?:[^\p{M}\p{C}]|\n)*$/u

/** Null for a text that has to be looked at more closely. */
function inFaceAtOnce(text: string, has: HasSign): string | null {
  const lines = text.replaceAll('\r\n', '\n')
  if (!PLAIN.test(lines)) return null
  const signs = [...new Set(lines)].filter(sign => !/\s/.test(sign))
  return signs.every(sign => has(sign.codePointAt(0) ?? 0)) ? lines.replace(/[^\S\n]/g, ' ') : null
}

/** `text` in signs that the face has, each that it lacks as one `LACKING`; long words may part. */
export function inFace(text: string, has: HasSign): string {
  const whole = text.normalize('NFC')
  const drawn = inFaceAtOnce(whole, has) ?? inFaceSignBySign(whole, has)
  return drawn.replace(longWord, `$&${PART_HERE}`)
}

function inFaceSignBySign(text: string, has: HasSign): string {
  const isWhole = (signs: string): boolean =>
    signs !== '' && Array.from(signs).every(sign => has(sign.codePointAt(0) ?? 0))
  const drawn = Array.from(graphemes.segment(text), ({ segment }) => {
    if (/^\r?\n$/.test(segment)) return '\n'
    if (/^\s+$/.test(segment)) return ' '
    const seen = segment.replace(UNSEEN, '')
    if (seen === '' || isWhole(seen)) return seen
    const plain = seen.normalize('NFKC')
    return isWhole(plain) ? plain : LACKING
  })
  return drawn.join('')
}
