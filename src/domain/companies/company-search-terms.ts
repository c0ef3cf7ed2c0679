// The words of a company search: a company is found if all of them are in its name or address.

import { normalizeText, toSearchTerms } from '#domain/lib/search-terms.ts'

/** The words a company must contain; none for an empty search. */
export const companySearchTerms = (query: string): readonly string[] =>
  toSearchTerms(normalizeText(query.replace(/[,.;]/g, ' ')).split(' '))
