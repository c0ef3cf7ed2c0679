// What the face of the papers can draw. It knows Latin, Greek and Cyrillic; for a sign that it lacks it would draw
// an empty box or nothing at all, and nobody would see that a name is not whole.

/** Stands for a sign that cannot be drawn. */
export const MISSING_GLYPH = '\uFFFD'

export type HasGlyph = (codePoint: number) => boolean

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What is not seen: marks of direction, joiners, soft hyphens, and those that choose how a sign looks. */
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/gu

/** A word longer than a line is parted here, so that no column becomes wider than the sheet. */
const MAX_WORD_LENGTH = 24
const longWord = new RegExp(`\\S{${MAX_WORD_LENGTH}}(?=\\S)`, 'g')
const ZERO_WIDTH_SPACE = '\u200B'

/** What is told apart without looking for its graphemes, which takes long: no marks, nothing unseen, one line break. */
const SIMPLE_TEXT = /^(?:[^\p{M}\p{C}]|\n)*$/u

/** Null for a text that has to be looked at more closely. */
function replaceMissingFast(text: string, hasGlyph: HasGlyph): string | null {
  const lines = text.replaceAll('\r\n', '\n')
  if (!SIMPLE_TEXT.test(lines)) return null
  const characters = [...new Set(lines)].filter(character => !/\s/.test(character))
  return characters.every(character => hasGlyph(character.codePointAt(0) ?? 0))
    ? lines.replace(/[^\S\n]/g, ' ')
    : null
}

/** `text` in signs that the face has, each that it lacks as one `LACKING`; long words may part. */
export function replaceMissingGlyphs(text: string, hasGlyph: HasGlyph): string {
  const normalized = text.normalize('NFC')
  const replaced = replaceMissingFast(normalized, hasGlyph) ?? replaceMissingByGrapheme(normalized, hasGlyph)
  return replaced.replace(longWord, `$&${ZERO_WIDTH_SPACE}`)
}

function replaceMissingByGrapheme(text: string, hasGlyph: HasGlyph): string {
  const isCovered = (characters: string): boolean =>
    characters !== '' && Array.from(characters).every(character => hasGlyph(character.codePointAt(0) ?? 0))
  const replaced = Array.from(graphemes.segment(text), ({ segment }) => {
    if (/^\r?\n$/.test(segment)) return '\n'
    if (/^\s+$/.test(segment)) return ' '
    const visible = segment.replace(INVISIBLE, '')
    if (visible === '' || isCovered(visible)) return visible
    const decomposed = visible.normalize('NFKC')
    return isCovered(decomposed) ? decomposed : MISSING_GLYPH
  })
  return replaced.join('')
}
