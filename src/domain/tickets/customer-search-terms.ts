// Finds a person by the beginning of what is typed into a form's fields for a customer.

import type { CustomerDetails } from '#domain/customers/customer.ts'
import { dialedDigits } from '#domain/lib/phone.ts'
import { normalizeText, numberIn } from '#domain/lib/search-terms.ts'

type Contact = Pick<CustomerDetails, 'firstName' | 'lastName' | 'email' | 'phone'>

/** Separates fields: normalizing does not join the digits of two. */
export const FIELD_SEPARATOR = ' / '

/** Fewer characters are the beginning of too many people. */
const MIN_LENGTH = 2
const MIN_DIGITS = 3

/** A person's search text, normalized, with a space at each end. */
export const customerSearchText = ({ firstName, lastName, email, phone }: Contact): string =>
  ` ${normalizeText([`${firstName} ${lastName}`, dialedDigits(phone), email].join(FIELD_SEPARATOR))} `

function phoneTerm(phone: string): string[] {
  const digits = numberIn(phone) ?? ''
  return digits.length < MIN_DIGITS ? [] : [digits]
}

/**
 * What the search text of a person must contain for what is typed of them so far; empty while that is too little. A name
 * or an email is the beginning of a word, a phone number any part of one.
 */
export function customerSearchTerms({ firstName, lastName, email, phone }: Contact): string[] {
  const texts = [firstName, lastName, email].map(normalizeText).filter(text => text !== '')
  if (!texts.some(text => text.length >= MIN_LENGTH) && phoneTerm(phone).length === 0) return []
  return [...texts.map(text => ` ${text}`), ...phoneTerm(phone)]
}
