// Companies as the database keeps them.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { CompanyDetails, CompanySettings } from '#domain/companies/company.ts'
import { COMPANY_SUSPENDED } from '#domain/companies/suspended-message.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { VerificationPeriod } from '#domain/platform-admin/verification-period.ts'
import type { CompanyRow, RatingRow } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/lib/errors.ts'
import { type PageRequest, searchCompanies } from './search.ts'

export type Company = CompanyDetails & {
  readonly companySettings: CompanySettings
  readonly timeZone: string
  readonly registeredAt: Date
  /** What Verified rests on; null without the month, or where nobody wrote it down. */
  readonly month: (VerificationPeriod & { readonly note: string }) | null
  readonly suspension: { readonly at: Date; readonly because: string } | null
}

const toVerificationPeriod = ({
  verifiedFrom: from,
  verifiedUntil: until,
  verifiedNote,
}: CompanyRow): Company['month'] =>
  from === null || until === null ? null : { from, until, note: verifiedNote ?? '' }

const bothOrNull = ([from = 0, to = 0]: readonly number[]): [number, number] => [from, to]

const toCompany = (row: CompanyRow): Company => ({
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
  month: toVerificationPeriod(row),
  suspension: row.suspendedAt === null ? null : { at: row.suspendedAt, because: row.suspendedBecause ?? '' },
  companySettings: {
    mobileBusiness: row.mobileBusiness,
    onTimeStatus: row.onTimeStatus,
    pendingStatus: row.pendingStatus,
    trusted: row.trusted,
    verified: row.verified,
    daysOfOperation: bothOrNull(row.daysOfOperation),
    hoursOfOperation: bothOrNull(row.hoursOfOperation),
  },
})

const toCard = (company: Company) => ({
  companyId: company.companyUUID,
  companyName: company.companyName,
  companyAddress: company.companyAddress,
  companyPhone: company.companyPhone,
  imageUrl: company.imageURL,
  trusted: company.companySettings.trusted,
  verified: company.companySettings.verified,
})

/** Its card, and what it is found by. */
const toListing = (company: Company) => ({
  ...toCard(company),
  latitude: company.coordinates?.latitude ?? null,
  longitude: company.coordinates?.longitude ?? null,
  mobileRange: company.mobileRange,
  daysOfOperation: [...company.companySettings.daysOfOperation],
  hoursOfOperation: [...company.companySettings.hoursOfOperation],
  timeZone: company.timeZone,
  hidden: company.suspension !== null,
})

/** What anybody is shown of it, on its card and on its own page: who looks at either hears of a change. */
const toPublicCompany = (company: Company) => {
  const { coordinates, mobileRange, timeZone, companySettings } = company
  const { mobileBusiness, daysOfOperation, hoursOfOperation } = companySettings
  return {
    ...toCard(company),
    coordinates,
    mobileRange,
    timeZone,
    mobileBusiness,
    daysOfOperation,
    hoursOfOperation,
  }
}

/** The company at work, or NOT_FOUND. */
export async function getCompany(work: UnitOfWork): Promise<Company> {
  const row = await work.from('company').selectAll().executeTakeFirst()
  if (row === undefined) throw notFound()
  return toCompany(row)
}

/** The same for people outside of it: NOT_FOUND while it is suspended, too. */
export async function getOpenCompany(work: UnitOfWork): Promise<Company> {
  const company = await getCompany(work)
  if (company.suspension !== null) throw notFound(COMPANY_SUSPENDED)
  return company
}

/** What an hour costs at the company at work; null when it never said. */
export async function getLaborRate(work: UnitOfWork): Promise<Cents | null> {
  return (await getCompany(work)).laborRate
}

/** How many employees the company at work has. */
export async function countEmployees(work: UnitOfWork): Promise<number> {
  const { count } = await work
    .from('employee')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The same, held until the end of the work: whoever else changes it waits. */
export async function lockCompany(work: UnitOfWork): Promise<Company> {
  await work.from('company').select('companyId').forUpdate().execute()
  return getCompany(work)
}

/** Puts another image on the company's cards, or none. Answers with the address of the one before. */
export async function saveCompanyImage(work: UnitOfWork, imageURL: string | null): Promise<string | null> {
  const company = await lockCompany(work)
  await work.update('company').set({ imageUrl: imageURL }).execute()
  work.recordChange({ kind: 'company', id: company.companyUUID, verb: 'company.change-image', card: null })
  await work.publishToDirectory(toListing({ ...company, imageURL }))
  return company.imageURL
}

/** A page of all companies that have these words, by name: suspended ones as well, so for founders alone. */
export const listIncludingSuspended = (work: UnitOfWork, q: string, pageRequest: PageRequest) =>
  searchCompanies(work, { q, origin: null, includeHidden: true }, pageRequest)

/** The address of the image on a company's public card; null without one, NOT_FOUND without the company. */
export async function getPublicImage(work: UnitOfWork, companyUUID: string): Promise<string | null> {
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
async function getRating(work: UnitOfWork, companyUUID: string): Promise<RatingRow> {
  return work.database
    .selectFrom('directory')
    .select(['ratingCount', 'ratingSum'])
    .where('companyId', '=', companyUUID)
    .executeTakeFirstOrThrow()
}

/** Puts the rating on the held company's card, and gives or takes its badge. Nothing is done where both stand so. */
export async function saveRating(
  work: UnitOfWork,
  company: Company,
  rating: RatingRow,
  trusted: boolean,
): Promise<void> {
  const { companyUUID, companySettings } = company
  if (companySettings.trusted !== trusted) {
    await work.update('company').set({ trusted }).execute()
    const verb = trusted ? 'company.earn-trusted' : 'company.lose-trusted'
    work.recordChange({ kind: 'company', id: companyUUID, verb, card: null })
  } else if (isDeepStrictEqual(await getRating(work, companyUUID), rating)) return
  await work.publishToDirectory({
    ...toListing({ ...company, companySettings: { ...companySettings, trusted } }),
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
export async function saveVerificationPeriod(
  work: UnitOfWork,
  company: Company,
  month: Company['month'],
): Promise<void> {
  const verified = month !== null
  await work
    .update('company')
    .set({ verified, ...monthColumns(month) })
    .execute()
  const companySettings = { ...company.companySettings, verified }
  await work.publishToDirectory(toListing({ ...company, companySettings, month }))
}

/** Suspends the held company, or (null) restores it; the public card goes and comes with it. */
export async function saveSuspension(
  work: UnitOfWork,
  company: Company,
  suspension: Company['suspension'],
): Promise<void> {
  await work.update('company').set(suspensionColumns(suspension)).execute()
  await work.publishToDirectory(toListing({ ...company, suspension }))
}

/** The flag is stored and exported, and hides nothing. */
export async function savePendingStatus(work: UnitOfWork, pendingStatus: boolean): Promise<void> {
  await work.update('company').set({ pendingStatus }).execute()
}

const toColumns = ({
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
export async function saveCompany(work: UnitOfWork, before: Company, company: Company): Promise<void> {
  await work.update('company').set(toColumns(company)).execute()
  work.recordChange({ kind: 'company', id: company.companyUUID, verb: 'company.change', card: null })
  if (!isDeepStrictEqual(toPublicCompany(before), toPublicCompany(company)))
    await work.publishToDirectory(toListing(company))
}

/** Adds a company with its trail and its public card. The work has entered it already. */
export async function addCompany(work: UnitOfWork, company: Company): Promise<void> {
  const { companyUUID: companyId } = company
  await work.database.insertInto('company').values(toColumns(company)).execute()
  await work.database.insertInto('companyVersion').values({ companyId, version: 0 }).execute()
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.register', card: null })
  await work.publishToDirectory(toListing(company))
}
