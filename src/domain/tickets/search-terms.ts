// Finding a ticket again with whatever the person on the phone says first: its number, their name,
// their phone, the VIN, the make, or what was wrong.

import { digitsOf } from '#domain/lib/phone.ts'
import { normalizeText, toSearchTerms } from '#domain/lib/search-terms.ts'
import type { Ticket } from './ticket.ts'

const MAX_TEXT_LENGTH = 20_000

/** What a ticket is found by, in plain words with a space at either end, at most 20,000 characters. */
export function searchTextOf({ ticketId, customerDetails, customerRV, jobs }: Ticket): string {
  const { firstName, lastName, phone } = customerDetails
  const { vin, year, make, model } = customerRV
  const problems = jobs.map(({ problem }) => problem)
  const all = [ticketId, firstName, lastName, digitsOf(phone), vin, year, make, model, ...problems]
  return ` ${normalizeText(all.join(' ')).slice(0, MAX_TEXT_LENGTH)} `
}

/** Whether the words are a phone number with its usual signs, or any other number in groups. */
const isNumber = (query: string): boolean => /^[+(]?\d[\d\s().+-]*$/.test(query)

/**
 * What each found ticket's words must contain, all of them. Of one or two letters only the beginning
 * of a word counts, so `ng` finds Mrs. Ng and not every awning. Empty when nothing was asked.
 */
export function searchTermsOf(query: string): string[] {
  return toSearchTerms(isNumber(normalizeText(query)) ? [digitsOf(query)] : normalizeText(query).split(' '))
}
