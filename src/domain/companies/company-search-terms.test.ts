import { expect, test } from 'vitest'
import { companySearchTerms } from './company-search-terms.ts'

test.each([
  ['Bluebonnet, Elkhart', ['bluebonnet', 'elkhart']],
  ['Elkhart, IN 46516', ['elkhart', ' in', '46516']],
  ['46516-1234', ['46516', '1234']],
  ['St. Émile', [' st', 'emile']],
  ['  ', []],
])('the search terms of %j', (asked, terms) => {
  expect(companySearchTerms(asked)).toEqual(terms)
})
