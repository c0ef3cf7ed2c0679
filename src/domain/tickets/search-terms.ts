// Finding a ticket by whatever a caller says first: number, name, phone, VIN, make, or problem.

import { digitsOf } from '#domain/lib/phone.ts'
import type { Ticket } from './ticket.ts'

const MAX_TEXT_LENGTH = 20_000
const MAX_TERMS = 8

/** Lower case, without accents, single spaces: `Rosa  DÍAZ` and `rosa diaz` are equal. */
export const normalizeText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()

/** A ticket's search text, normalized, with a space at each end, at most 20,000 characters. */
export function searchTextOf({ ticketId, customerDetails, customerRV, jobs }: Ticket): string {
  const { firstName, lastName, phone } = customerDetails
  const { vin, year, make, model } = customerRV
  const problems = jobs.map(({ problem }) => problem)
  const all = [ticketId, firstName, lastName, digitsOf(phone), vin, year, make, model, ...problems]
  return ` ${normalizeText(all.join(' ')).slice(0, MAX_TEXT_LENGTH)} `
}

/** Whether the text is a phone number, or another number in groups. */
const isNumber = (query: string): boolean => /^[+(]?\d[\d\s().+-]*$/.test(query)

/**
 * The terms that found tickets must contain. One or two letters match only the beginning of a word, so `ng` finds
 * Mrs. Ng and not every awning. Empty for an empty search.
 */
export function searchTermsOf(query: string): string[] {
  return toSearchTerms(isNumber(normalizeText(query)) ? [digitsOf(query)] : normalizeText(query).split(' '))
}

/** The same for normalized words; at most eight. */
export const toSearchTerms = (words: readonly string[]): string[] =>
  words
    .filter(word => word !== '')
    .slice(0, MAX_TERMS)
    .map(word => ([...word].length < 3 ? ` ${word}` : word))
