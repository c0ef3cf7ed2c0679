// Companies as the database keeps them.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CompanyDetails, CompanySettings } from '#domain/companies/company.ts'
import { COMPANY_AWAY } from '#domain/companies/suspended-message.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { FoundersMonth } from '#domain/platform-admin/verification-period.ts'
import type { CompanyRow, RatingRow } from '#server/db/schema.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/rpc/errors.ts'
import { findCompanies, type Turn } from './search.ts'

export type Company = CompanyDetails & {
  readonly companySettings: CompanySettings
  readonly timeZone: string
  readonly registeredAt: Date
  /** What Verified rests on; null without the month, or where nobody wrote it down. */
  readonly month: (FoundersMonth & { readonly note: string }) | null
  readonly suspension: { readonly at: Date; readonly because: string } | null
}

const monthOf = ({ verifiedFrom: from, verifiedUntil: until, verifiedNote }: CompanyRow): Company['month'] =>
  from === null || until === null ? null : { from, until, note: verifiedNote ?? '' }

const pairOf = ([from = 0, to = 0]: readonly number[]): [number, number] => [from, to]

const companyOf = (row: CompanyRow): Company => ({
  companyUUID: row.companyId,
  companyName: row.companyName,
  companyPhone: row.companyPhone,
  companyAddress: row.companyAddress,
  coordinates:
    row.latitude === null || row.longitude === null
      ? null
      : { latitude: row.latitude, longitude: row.longitude },
  email: row.email,
  laborRate: row.laborRate,
  mobileRange: row.mobileRange,
  imageURL: row.imageUrl,
  timeZone: row.timeZone,
  registeredAt: row.registeredAt,
  month: monthOf(row),
  suspension: row.suspendedAt === null ? null : { at: row.suspendedAt, because: row.suspendedBecause ?? '' },
  companySettings: {
    mobileBusiness: row.mobileBusiness,
    onTimeStatus: row.onTimeStatus,
    pendingStatus: row.pendingStatus,
    trusted: row.trusted,
    verified: row.verified,
    daysOfOperation: pairOf(row.daysOfOperation),
    hoursOfOperation: pairOf(row.hoursOfOperation),
  },
})

const cardOf = (company: Company) => ({
  companyId: company.companyUUID,
  companyName: company.companyName,
  companyAddress: company.companyAddress,
  companyPhone: company.companyPhone,
  imageUrl: company.imageURL,
  trusted: company.companySettings.trusted,
  verified: company.companySettings.verified,
})

/** Its card, and what it is found by. */
const listingOf = (company: Company) => ({
  ...cardOf(company),
  latitude: company.coordinates?.latitude ?? null,
  longitude: company.coordinates?.longitude ?? null,
  mobileRange: company.mobileRange,
  daysOfOperation: [...company.companySettings.daysOfOperation],
  hoursOfOperation: [...company.companySettings.hoursOfOperation],
  timeZone: company.timeZone,
  hidden: company.suspension !== null,
})

/** What anybody is shown of it, on its card and on its own page: who looks at either hears of a change. */
const shownOf = (company: Company) => {
  const { coordinates, mobileRange, timeZone, companySettings } = company
  const { mobileBusiness, daysOfOperation, hoursOfOperation } = companySettings
  return {
    ...cardOf(company),
    ...{ coordinates, mobileRange, timeZone, mobileBusiness, daysOfOperation, hoursOfOperation },
  }
}

/** The company at work, or NOT_FOUND. */
export async function getCompany(work: Work): Promise<Company> {
  const row = await work.from('company').selectAll().executeTakeFirst()
  if (row === undefined) throw notFound()
  return companyOf(row)
}

/** The same for people outside of it: NOT_FOUND while it is suspended, too. */
export async function getOpenCompany(work: Work): Promise<Company> {
  const company = await getCompany(work)
  if (company.suspension !== null) throw notFound(COMPANY_AWAY)
  return company
}

/** What an hour costs at the company at work; null when it never said. */
export async function getLaborRate(work: Work): Promise<Cents | null> {
  return (await getCompany(work)).laborRate
}

/** How many employees the company at work has. */
export async function countEmployees(work: Work): Promise<number> {
  const { count } = await work
    .from('employee')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The same, held until the end of the work: whoever else changes it waits. */
export async function holdCompany(work: Work): Promise<Company> {
  await work.from('company').select('companyId').forUpdate().execute()
  return getCompany(work)
}

/** Puts another image on the company's cards, or none. Answers with the address of the one before. */
export async function saveCompanyImage(work: Work, imageURL: string | null): Promise<string | null> {
  const company = await holdCompany(work)
  await work.update('company').set({ imageUrl: imageURL }).execute()
  work.touch({ kind: 'company', id: company.companyUUID, verb: 'company.change-image', card: null })
  await work.publish(listingOf({ ...company, imageURL }))
  return company.imageURL
}

/** A page of all companies that have these words, by name: suspended ones as well, so for founders alone. */
export const listWithSuspended = (work: Work, q: string, turn: Turn) =>
  findCompanies(work, { q, spot: null, withHidden: true }, turn)

/** The address of the image on a company's public card; null without one, NOT_FOUND without the company. */
export async function getPublicImage(work: Work, companyUUID: string): Promise<string | null> {
  const card = await work.database
    .selectFrom('directory')
    .select('imageUrl')
    .where('companyId', '=', companyUUID)
    .where('hidden', '=', false)
    .executeTakeFirst()
  if (card === undefined) throw notFound()
  return card.imageUrl
}

/** What the card of a company says of its reviews. */
async function getRating(work: Work, companyUUID: string): Promise<RatingRow> {
  return work.database
    .selectFrom('directory')
    .select(['ratingCount', 'ratingSum'])
    .where('companyId', '=', companyUUID)
    .executeTakeFirstOrThrow()
}

/** Puts the rating on the held company's card, and gives or takes its badge. Nothing is done where both stand so. */
export async function saveRating(
  work: Work,
  company: Company,
  rating: RatingRow,
  trusted: boolean,
): Promise<void> {
  const { companyUUID, companySettings } = company
  if (companySettings.trusted !== trusted) {
    await work.update('company').set({ trusted }).execute()
    const verb = trusted ? 'company.earn-trusted' : 'company.lose-trusted'
    work.touch({ kind: 'company', id: companyUUID, verb, card: null })
  } else if (isDeepStrictEqual(await getRating(work, companyUUID), rating)) return
  await work.publish({
    ...listingOf({ ...company, companySettings: { ...companySettings, trusted } }),
    ...rating,
  })
}

const monthColumns = (month: Company['month']) => ({
  verifiedFrom: month?.from ?? null,
  verifiedUntil: month?.until ?? null,
  verifiedNote: month?.note ?? null,
})

const suspensionColumns = (suspension: Company['suspension']) => ({
  suspendedAt: suspension?.at ?? null,
  suspendedBecause: suspension?.because ?? null,
})

/** Makes the held company Verified on this month, or takes it; the public card follows. */
export async function saveMonth(work: Work, company: Company, month: Company['month']): Promise<void> {
  const verified = month !== null
  await work
    .update('company')
    .set({ verified, ...monthColumns(month) })
    .execute()
  const companySettings = { ...company.companySettings, verified }
  await work.publish(listingOf({ ...company, companySettings, month }))
}

/** Suspends the held company, or (null) restores it; the public card goes and comes with it. */
export async function saveSuspension(
  work: Work,
  company: Company,
  suspension: Company['suspension'],
): Promise<void> {
  await work.update('company').set(suspensionColumns(suspension)).execute()
  await work.publish(listingOf({ ...company, suspension }))
}

/** The flag is stored and exported, and hides nothing. */
export async function savePending(work: Work, pendingStatus: boolean): Promise<void> {
  await work.update('company').set({ pendingStatus }).execute()
}

const columnsOf = ({
  companyUUID,
  coordinates,
  imageURL,
  companySettings,
  month,
  suspension,
  ...details
}: Company) => ({
  companyId: companyUUID,
  ...details,
  ...monthColumns(month),
  ...suspensionColumns(suspension),
  imageUrl: imageURL,
  latitude: coordinates?.latitude ?? null,
  longitude: coordinates?.longitude ?? null,
  ...companySettings,
  daysOfOperation: [...companySettings.daysOfOperation],
  hoursOfOperation: [...companySettings.hoursOfOperation],
})

/** Writes the company at work as it is from now on; the public card follows where it shows the change. */
export async function saveCompany(work: Work, before: Company, company: Company): Promise<void> {
  await work.update('company').set(columnsOf(company)).execute()
  work.touch({ kind: 'company', id: company.companyUUID, verb: 'company.change', card: null })
  if (!isDeepStrictEqual(shownOf(before), shownOf(company))) await work.publish(listingOf(company))
}

/** Adds a company with its trail and its public card. The work has entered it already. */
export async function addCompany(work: Work, company: Company): Promise<void> {
  const { companyUUID: companyId } = company
  await work.database.insertInto('company').values(columnsOf(company)).execute()
  await work.database.insertInto('companyVersion').values({ companyId, version: 0 }).execute()
  work.touch({ kind: 'company', id: companyId, verb: 'company.register', card: null })
  await work.publish(listingOf(company))
}
