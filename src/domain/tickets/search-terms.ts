// Finding a ticket again with whatever the person on the phone says first: its number, their name,
// their phone, the VIN, the make, or what was wrong.

import { digitsOf } from '#domain/lib/phone.ts'
import type { Ticket } from './ticket.ts'

const LONGEST_WORDS = 20_000
const MOST_WORDS = 8

/** Lower case, without accents, single spaces: `Rosa  DÍAZ` and `rosa diaz` are the same words. */
export const plainWords = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/gu, ' ').trim()

/** What a ticket is found by, in plain words with a space at either end, at most 20,000 characters. */
export function wordsOf({ ticketId, customerDetails, customerRV, jobs }: Ticket): string {
  const { firstName, lastName, phone } = customerDetails
  const { vin, year, make, model } = customerRV
  const problems = jobs.map(({ problem }) => problem)
  const all = [ticketId, firstName, lastName, digitsOf(phone), vin, year, make, model, ...problems]
  return ` ${plainWords(all.join(' ')).slice(0, LONGEST_WORDS)} `
}

/** Whether the words are a phone number with its usual signs, or any other number in groups. */
const isNumber = (asked: string): boolean => /^[+(]?\d[\d\s().+-]*$/.test(asked)

/**
 * What each found ticket's words must contain, all of them. Of one or two letters only the beginning
 * of a word counts, so `ng` finds Mrs. Ng and not every awning. Empty when nothing was asked.
 */
export function termsOf(asked: string): string[] {
  return termsIn(isNumber(plainWords(asked)) ? [digitsOf(asked)] : plainWords(asked).split(' '))
}

/** The same of words that are plain already; what is more than eight is not asked. */
export const termsIn = (words: readonly string[]): string[] =>
  words
    .filter(word => word !== '')
    .slice(0, MOST_WORDS)
    .map(word => ([...word].length < 3 ? ` ${word}` : word))
