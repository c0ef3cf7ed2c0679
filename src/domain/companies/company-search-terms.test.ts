import { expect, test } from 'vitest'
import { companySearchTerms } from './company-search-terms.ts'

test.each([
  ['Bluebonnet, Elkhart', ['bluebonnet', 'elkhart']],
  ['Elkhart, IN 46516', ['elkhart', ' in', '46516']],
  ['46516-1234', ['46516', '1234']],
  ['St. Émile', [' st', 'emile']],
  ['  ', []],
  ['(574) 555-0142 x', ['5745550142']],
  ['Bluebonnet (574) 555-0142 ext.', ['bluebonnet', '5745550142']],
  ['12345678 express', ['12345678', 'express']],
  ['1 Route 20 E', [' 1', 'route', ' 20', ' e']],
])('the search terms of %j', (asked, terms) => {
  expect(companySearchTerms(asked)).toEqual(terms)
})
