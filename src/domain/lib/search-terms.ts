// Search text and search terms, for anything that is searched. `normalized_text` in the schema is the same rule in SQL, for
// columns that the database generates; src/server/db/search-text.test.ts compares both.

import { dialedDigits } from './phone.ts'

const MAX_TERMS = 8

/** Omitted: quotes, primes and accents that stand for an apostrophe, and characters that nobody sees. */
const OMITTED =
  /['"`\u00b4\u00ab\u00bb\u2018-\u201f\u2032-\u2037\u2039\u203a\u02b9-\u02bd\u02c8\uff07\uff02\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Combining marks of Latin, Greek and Cyrillic letters. */
const MARKS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const DASHES = /[\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
const SPACES = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g
const PUNCTUATION = /[-.,;:()#*[\]]/g

/** Letters without a decomposition, as they are typed on an American keyboard. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ŋ: 'n',
  ς: 'σ',
}
const SPECIAL_CHARACTERS = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'g')

/** Three, three and four digits, with or without the country code. */
const NORTH_AMERICAN =
  /(?<![0-9])(?:\+?1[ .-]{0,3})?\(?([0-9]{3})\)?[ .-]{0,3}([0-9]{3})[ .-]{0,3}([0-9]{4})(?![0-9])/g

/** Lower case, without quotes, accents and special letters; dashes and spaces of any kind are `-` and ` `. */
export const foldCharacters = (text: string): string =>
  text
    .replace(OMITTED, '')
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(SPECIAL_CHARACTERS, letter => REPLACEMENTS[letter] ?? letter)
    .replace(DASHES, '-')
    .replace(SPACES, ' ')

/**
 * Text as it is searched: `Rosa  DÍAZ-O’Brien` is `rosa diaz obrien`, and a North American phone number is its last ten
 * digits, however it was typed.
 */
export const normalizeText = (text: string): string =>
  foldCharacters(text).replace(NORTH_AMERICAN, '$1$2$3').replace(PUNCTUATION, ' ').replace(/ +/g, ' ').trim()

/** What is typed without the extension after a phone number, complete or only begun: numbers are searched without it. */
const withoutTypedExtension = (query: string): string =>
  foldCharacters(query).replace(
    /((?:[0-9][ ().-]*){7})([a-z]+)\.? *[0-9]* *$/,
    (typed, number: string, word: string) => (word === 'x' || 'extension'.startsWith(word) ? number : typed),
  )

/** Seven digits are a number without area code, and none of those begins with 1. */
const MAX_LOCAL_DIGITS = 7

/**
 * The digits of a text that is a phone number, or another number in groups, complete or not; null for other texts. The
 * country code 1 is left out.
 */
export function numberIn(query: string): string | null {
  const typed = withoutTypedExtension(query).trim()
  if (!/^[+(#]?[0-9][0-9 ().+-]*$/.test(typed)) return null
  const digits = dialedDigits(typed)
  const hasCountryCode = /^(\+ *1|1[ (.-])/.test(typed) || digits.length > MAX_LOCAL_DIGITS
  return hasCountryCode && digits.length > 1 ? digits.replace(/^1/, '') : digits
}

/**
 * What a found text must contain for what is typed, or for the number in it; at most eight terms. One or two letters
 * match only the start of a word. Empty for an empty search.
 */
export function toSearchTerms(query: string, number: string | null): string[] {
  const words = number === null ? normalizeText(withoutTypedExtension(query)).split(' ') : [number]
  return words
    .filter(word => word !== '')
    .slice(0, MAX_TERMS)
    .map(word => ([...word].length < 3 ? ` ${word}` : word))
}
