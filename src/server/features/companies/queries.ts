// Reading companies: the public list, and one's own.

import { may } from '#domain/account/permission.ts'
import type { CompanySearch } from '#domain/companies/search-params.ts'
import { allow } from '#server/db/unit-of-work.ts'
import type { FoundPlace, Places } from '#server/geocoding/geocoder.ts'
import { invalid } from '#server/rpc/errors.ts'
import { asQuery, asVisitor, lookup, query } from '#server/rpc/procedures.ts'
import { findCompanies } from './search.ts'
import { countEmployees, getCompany, getOpenCompany } from './store.ts'

/** Where a search looks from, and what that is called; INVALID beside `place` where nobody knows it. */
async function placeOf({ near, place = '' }: CompanySearch, places: Places): Promise<FoundPlace | null> {
  if (near !== undefined) return { name: null, coordinates: near }
  if (place === '') return null
  const found = await places.find(place)
  if (found !== null) return found
  throw invalid({
    place: 'We do not know this place. Try its ZIP code, or a town with its state, such as Elkhart, IN.',
  })
}

export const listCompanies = lookup.companies.list.handler(async ({ input, context }) => {
  allow(context.occasion, 'directory.see')
  const { after, limit, near: _, place: __, ...search } = input
  const place = await placeOf(input, context.outside.places)
  if (place === null && search.comesToYou)
    throw invalid({ place: 'Say where your RV is first: a ZIP code, or a town with its state.' })
  return asQuery(context, async work => ({
    ...(await findCompanies(work, { ...search, spot: place?.coordinates ?? null }, { after, limit })),
    ...(place !== null && { place }),
  }))
})

/** In the house of another company everybody is a visitor, and sees of it what is written here. */
export const readCompany = lookup.companies.get.handler(({ input, context }) =>
  asQuery(asVisitor(context), async work => {
    allow(work, 'directory.see')
    await work.enter(input.companyId)
    const { companySettings, month, email: _, laborRate: __, ...company } = await getOpenCompany(work)
    const { pendingStatus: ___, onTimeStatus: ____, ...settings } = companySettings
    const verifiedSpan = month === null ? null : { from: month.from, until: month.until }
    return { ...company, ...settings, verifiedSpan }
  }),
)

export const myCompany = query.companies.mine.handler(async ({ context: { work } }) => {
  allow(work, 'company.see')
  const { coordinates, laborRate, mobileRange, companySettings, ...company } = await getCompany(work)
  const { trusted, verified } = companySettings
  const details = may(work.actor, 'company.see-details')
    ? { coordinates, laborRate, mobileRange, companySettings, numberOfEmployees: await countEmployees(work) }
    : null
  return { ...company, trusted, verified, details }
})
