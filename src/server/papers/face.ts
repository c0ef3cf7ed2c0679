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

/** `text` in signs that the face has, each that it lacks as one `LACKING`; long words may part. */
export function inFace(text: string, has: HasSign): string {
  const isWhole = (signs: string): boolean =>
    signs !== '' && Array.from(signs).every(sign => has(sign.codePointAt(0) ?? 0))
  const drawn = Array.from(graphemes.segment(text.normalize('NFC')), ({ segment }) => {
    if (/^\r?\n$/.test(segment)) return '\n'
    if (/^\s+$/.test(segment)) return ' '
    const seen = segment.replace(UNSEEN, '')
    if (seen === '' || isWhole(seen)) return seen
    const plain = seen.normalize('NFKC')
    return isWhole(plain) ? plain : LACKING
  })
  return drawn.join('').replace(longWord, `$&${PART_HERE}`)
}
