// Finds a ticket by what a caller says first: number, name, phone, VIN, make, or problem.

import { digitsOf } from '#domain/lib/phone.ts'
import { normalizeText, toSearchTerms } from '#domain/lib/search-terms.ts'
import type { Ticket } from './ticket.ts'

const MAX_TEXT_LENGTH = 20_000

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
