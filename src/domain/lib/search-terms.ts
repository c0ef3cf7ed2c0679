// Words as they are searched for, whatever is searched.

const MAX_TERMS = 8

/** Lower case, without accents, single spaces: `Rosa  DÍAZ` and `rosa diaz` are the same words. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()

/**
 * What a found text must contain for these plain words, all of them; what is more than eight is not asked. Of one or two
 * letters only the beginning of a word counts.
 */
export const toSearchTerms = (words: readonly string[]): string[] =>
  words
    .filter(word => word !== '')
    .slice(0, MAX_TERMS)
    .map(word => ([...word].length < 3 ? ` ${word}` : word))
