// Which characters the PDF font has. It covers Latin, Greek and Cyrillic; a missing character would print as an empty
// box or nothing, and a name could be incomplete unnoticed.

/** Replaces a missing character. */
export const MISSING_GLYPH = '\uFFFD'

export type HasGlyph = (codePoint: number) => boolean

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Invisible characters: direction marks, joiners, soft hyphens and variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Cc}|\p{Variation_Selector}/gu

/** Longer words may break, so that no column becomes wider than the page. */
const MAX_WORD_LENGTH = 24
const longWord = new RegExp(`\\S{${MAX_WORD_LENGTH}}(?=\\S)`, 'g')
const ZERO_WIDTH_SPACE = '\u200B'

/** Text without combining or invisible characters, which needs no slow grapheme segmentation. */
const SIMPLE_TEXT = /^(?:[^\p{M}\p{C}]|\n)*$/u

/** Null for a text that needs the slow path. */
function replaceMissingFast(text: string, hasGlyph: HasGlyph): string | null {
  const lines = text.replaceAll('\r\n', '\n')
  if (!SIMPLE_TEXT.test(lines)) return null
  const characters = [...new Set(lines)].filter(character => !/\s/.test(character))
  return characters.every(character => hasGlyph(character.codePointAt(0) ?? 0))
    ? lines.replace(/[^\S\n]/g, ' ')
    : null
}

/** `text` with each missing character replaced by `MISSING_GLYPH`; long words may break. */
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
