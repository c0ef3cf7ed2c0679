// Finds a ticket by what a caller says first: number, name, phone, VIN, make, or problem.

import { dialedDigits } from '#domain/lib/phone.ts'
import { normalizeText, numberIn, toSearchTerms } from '#domain/lib/search-terms.ts'
import { FIELD_SEPARATOR } from './customer-search-terms.ts'
import type { Ticket } from './ticket.ts'

const MAX_TEXT_LENGTH = 20_000

type SearchedTicket = Pick<Ticket['customerDetails'], 'firstName' | 'lastName' | 'phone'> &
  Pick<Ticket['customerRV'], 'vin' | 'year' | 'make' | 'model'> & {
    readonly ticketId: number
    readonly jobs: readonly { readonly problem: string }[]
  }

/** What of a ticket is searched. */
export const SEARCHED_FIELDS = ['number', 'name', 'phone', 'vin', 'rig', 'problem'] as const

export type SearchedField = (typeof SEARCHED_FIELDS)[number]

/** Where a ticket has a term, and the text there as it was written. */
export type TicketMatch = { readonly field: SearchedField; readonly text: string }

type SearchedText = TicketMatch & { readonly searched?: string }

/** Each searched text, and how it is searched if that differs. */
const searchedTexts = (ticket: SearchedTicket): readonly SearchedText[] => {
  const { ticketId, firstName, lastName, phone, vin, year, make, model, jobs } = ticket
  return [
    { field: 'number', text: String(ticketId) },
    { field: 'name', text: `${firstName} ${lastName}`.trim() },
    { field: 'phone', text: phone, searched: dialedDigits(phone) },
    // A serial number is found with its hyphens and without.
    { field: 'vin', text: vin, searched: vin.includes('-') ? `${vin} ${vin.replaceAll('-', '')}` : vin },
    { field: 'rig', text: [year, make, model].join(' ').trim() },
    ...jobs.map(({ problem }) => ({ field: 'problem', text: problem }) as const),
  ]
}

const searchedTextOf = (one: SearchedText): string => one.searched ?? one.text

/** A ticket's search text, normalized, with a space at each end, at most 20,000 characters. */
export function searchTextOf({ ticketId, customerDetails, customerRV, jobs }: Ticket): string {
  const all = searchedTexts({ ...customerDetails, ...customerRV, ticketId, jobs })
    .map(searchedTextOf)
    .join(FIELD_SEPARATOR)
  return ` ${normalizeText(all).slice(0, MAX_TEXT_LENGTH)} `
}

/**
 * The terms that found tickets must contain. One or two letters match only the beginning of a word, so `ng` finds
 * Mrs. Ng and not every awning. Empty for an empty search.
 */
export const searchTermsOf = (query: string): string[] => toSearchTerms(query, numberIn(query))

/** Where a found ticket has the terms: of each the first place, each place once. */
export function matchesOf(ticket: SearchedTicket, terms: readonly string[]): TicketMatch[] {
  const texts = searchedTexts(ticket).map(one => ({
    match: { field: one.field, text: one.text },
    searched: ` ${normalizeText(searchedTextOf(one))} `,
  }))
  const found = terms.flatMap(term => texts.find(({ searched }) => searched.includes(term)) ?? [])
  return [...new Set(found)].map(({ match }) => match)
}
