// City names are compared without accents, and with abbreviations expanded.

import { foldCharacters } from '#domain/lib/search-terms.ts'

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  mt: 'mount',
  ft: 'fort',
}
const DIRECTIONS: Readonly<Record<string, string>> = { n: 'north', s: 'south', e: 'east', w: 'west' }

/**
 * A name in lower-case ASCII words: `St. Paul` and `Saint Paul` are both `saint paul`, `S Bend` is `south bend`. The
 * last word may be incomplete, so it is expanded only before a period.
 */
export function normalizeCity(name: string): string {
  const words = foldCharacters(name)
    .split(/[^a-z0-9.]+/)
    .filter(word => /[a-z0-9]/.test(word))
  return words
    .map((word, place) => {
      const stripped = word.replaceAll('.', '')
      if (place === words.length - 1 && !word.endsWith('.')) return stripped
      return ABBREVIATIONS[stripped] ?? (place === 0 ? DIRECTIONS[stripped] : undefined) ?? stripped
    })
    .join(' ')
}
