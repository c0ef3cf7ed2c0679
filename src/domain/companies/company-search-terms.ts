// The words of a company search: a company is found if all of them are in its name, address or phone.

import { numberIn, toSearchTerms } from '#domain/lib/search-terms.ts'

const ZIP_PLUS_FOUR = /^\s*\d{5}-\d{4}\s*$/

/** The words a company must contain; none for an empty search. */
export function companySearchTerms(query: string): readonly string[] {
  const number = ZIP_PLUS_FOUR.test(query) ? null : numberIn(query)
  return toSearchTerms(query, number)
}
