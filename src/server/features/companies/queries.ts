// Company queries: the public list, and one's own company.

import { may } from '#domain/account/permission.ts'
import { offeredRange } from '#domain/companies/company.ts'
import type { CompanySearch } from '#domain/companies/search-params.ts'
import type { GeocodeResult, Geocoder } from '#server/geocoding/geocoder.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { asAnonymous, procedure, query, runQuery } from '#server/rpc/procedures.ts'
import { searchCompanies } from './search.ts'
import {
  countEmployees,
  findBookingPayment,
  findOnTime,
  findTripRules,
  getCompany,
  getOpenCompany,
  isBillingOn,
} from './store.ts'

/** The location of a search and its name; throws INVALID for `place` if it is unknown. */
async function resolvePlace(
  { near, place = '' }: CompanySearch,
  geocoder: Geocoder,
): Promise<GeocodeResult | null> {
  if (near !== undefined) return { name: null, coordinates: near }
  if (place === '') return null
  const found = await geocoder.find(place)
  if (found !== null) return found
  throw invalid({
    place: 'We can’t find that location. Try a ZIP code, or a city and state, such as Elkhart, IN.',
  })
}

export const listCompanies = procedure.companies.list.handler(async ({ input, context }) => {
  const { after, limit, near: _, place: __, ...search } = input
  const place = await resolvePlace(input, context.externalServices.geocoder)
  if (place === null && search.comesToYou)
    throw invalid({ place: 'First enter where your RV is: a ZIP code, or a city and state.' })
  return runQuery(context, async work => ({
    ...(await searchCompanies(work, { ...search, origin: place?.coordinates ?? null }, { after, limit })),
    ...(place !== null && { place }),
  }))
})

/** In another company everyone is a visitor, and sees only these fields. */
export const getCompanyPage = procedure.companies.get.handler(({ input, context }) =>
  runQuery(asAnonymous(context, { companyId: input.companyId }), async work => {
    work.enterCompany(input.companyId)
    const {
      companySettings,
      month,
      email: _,
      laborRate: __,
      approvalTolerance: _____,
      ownerNameAsked: ______,
      closesAt: _______,
      ...company
    } = await getOpenCompany(work)
    const { pendingStatus: ___, onTimeStatus: ____, ...settings } = companySettings
    const verifiedSpan = month === null ? null : { from: month.from, until: month.until }
    const mobileRange = offeredRange({ ...company, companySettings })
    const [tripRules, bookingPayment, onTime] = await Promise.all([
      findTripRules(work),
      findBookingPayment(work, context.externalServices.cards),
      findOnTime(work),
    ])
    return { ...company, ...settings, mobileRange, verifiedSpan, tripRules, bookingPayment, onTime }
  }),
)

export const getOwnCompany = query.companies.mine.handler(async ({ context: { work } }) => {
  const seesDetails = may(work.actor, 'company.see-details')
  const [
    {
      coordinates,
      laborRate,
      mobileRange,
      approvalTolerance,
      ownerNameAsked,
      companySettings,
      weekdayHours,
      email,
      ...company
    },
    mailbox,
    numberOfEmployees,
    bills,
  ] = await Promise.all([
    getCompany(work),
    seesDetails ? getOwnerMailbox(work) : null,
    seesDetails ? countEmployees(work) : 0,
    may(work.actor, 'billing.use') ? isBillingOn(work) : false,
  ])
  const { trusted, verified } = companySettings
  const details =
    mailbox === null
      ? null
      : {
          isEmailConfirmed: mailbox.isConfirmed,
          asksOwnerName: !ownerNameAsked && work.by.name === company.companyName,
          coordinates,
          laborRate,
          mobileRange,
          approvalTolerance,
          companySettings,
          weekdayHours,
          numberOfEmployees,
        }
  const seesEmail = may(work.actor, 'company.see-email')
  return { ...company, email: seesEmail ? email : null, trusted, verified, isBillingOn: bills, details }
})
