// Search text and search terms, for anything that is searched.

const MAX_TERMS = 8

/** Lower case, without accents, single spaces: `Rosa  DÍAZ` and `rosa diaz` are equal. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()

/**
 * What a found text must contain for these normalized words; at most eight. One or two letters match only the start
 * of a word.
 */
export const toSearchTerms = (words: readonly string[]): string[] =>
  words
    .filter(word => word !== '')
    .slice(0, MAX_TERMS)
    .map(word => ([...word].length < 3 ? ` ${word}` : word))
