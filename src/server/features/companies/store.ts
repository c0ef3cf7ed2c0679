// Companies in the database.

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { BookingPayment } from '#domain/billing/booking-payment.ts'
import { type CompanyDetails, type CompanySettings, offeredRange } from '#domain/companies/company.ts'
import { hoursOfWeek, type OpeningTimes, type WeekdayHours } from '#domain/companies/opening-times.ts'
import { COMPANY_SUSPENDED } from '#domain/companies/suspended-message.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { VerificationPeriod } from '#domain/platform-admin/verification-period.ts'
import type { TripRules } from '#domain/pricing/trip.ts'
import { isOnTime, type OnTimeCount } from '#domain/promised-days/on-time.ts'
import { toCoordinateColumns, toCoordinates } from '#server/db/coordinate-columns.ts'
import type { Row } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { notFound, notFoundBecause } from '#server/lib/api-errors.ts'
import { type PageRequest, searchCompanies } from './search.ts'

export type Company = CompanyDetails & {
  readonly companySettings: CompanySettings
  readonly weekdayHours: readonly WeekdayHours[]
  readonly timeZone: string
  readonly registeredAt: Date
  /** The month behind Verified; null without it, or if none was recorded. */
  readonly month: (VerificationPeriod & { readonly note: string }) | null
  readonly suspension: { readonly at: Date; readonly because: string } | null
  /** When it is deleted because its owner closed it; null if they did not. */
  readonly closesAt: Date | null
  /** Only its name is left then. */
  readonly deletedAt: Date | null
  /** How far a line's price may rise above what was approved, in percent. */
  readonly approvalTolerance: number
  /** Whether the owner was asked for their own name. */
  readonly ownerNameAsked: boolean
}

const toVerificationPeriod = ({
  verifiedFrom: from,
  verifiedUntil: until,
  verifiedNote,
}: Row<'company'>): Company['month'] =>
  from === null || until === null ? null : { from, until, note: verifiedNote ?? '' }

const toPair = ([from = 0, to = 0]: readonly number[]): [number, number] => [from, to]

type CompanyRow = Row<'company'> & Pick<Company, 'weekdayHours'>

const toCompany = (row: CompanyRow): Company => ({
  companyUUID: row.companyId,
  companyName: row.companyName,
  companyPhone: row.companyPhone,
  companyAddress: row.companyAddress,
  coordinates: toCoordinates(row),
  email: row.email,
  laborRate: row.laborRate,
  mobileRange: row.mobileRange,
  imageURL: row.imageUrl,
  timeZone: row.timeZone,
  registeredAt: row.registeredAt,
  month: toVerificationPeriod(row),
  suspension: row.suspendedAt === null ? null : { at: row.suspendedAt, because: row.suspendedBecause ?? '' },
  closesAt: row.closesAt,
  deletedAt: row.deletedAt,
  approvalTolerance: row.approvalTolerance,
  ownerNameAsked: row.ownerNameAsked,
  weekdayHours: row.weekdayHours,
  companySettings: {
    mobileBusiness: row.mobileBusiness,
    onTimeStatus: row.onTimeStatus,
    pendingStatus: row.pendingStatus,
    trusted: row.trusted,
    verified: row.verified,
    daysOfOperation: toPair(row.daysOfOperation),
    hoursOfOperation: toPair(row.hoursOfOperation),
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

export const openingTimesOf = ({ companySettings, weekdayHours, timeZone }: Company): OpeningTimes => ({
  ...companySettings,
  weekdayHours,
  timeZone,
})

/** The hours of the week, from Monday; null if no weekday has its own. */
function toWeekColumns(company: Company) {
  const week = company.weekdayHours.length === 0 ? null : hoursOfWeek(openingTimesOf(company))
  return {
    weekdayOpens: week?.map(hours => hours?.[0] ?? 0) ?? null,
    weekdayCloses: week?.map(hours => hours?.[1] ?? 0) ?? null,
  }
}

/** Its card and search fields. */
const toListing = (company: Company) => ({
  ...toCard(company),
  latitude: company.coordinates?.latitude ?? null,
  longitude: company.coordinates?.longitude ?? null,
  mobileRange: offeredRange(company),
  daysOfOperation: [...company.companySettings.daysOfOperation],
  hoursOfOperation: [...company.companySettings.hoursOfOperation],
  ...toWeekColumns(company),
  timeZone: company.timeZone,
  hidden: company.suspension !== null,
})

/** The public data on its card and its page, whose viewers are notified of changes. */
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

const wholeCompany = statement(scope => {
  const hours = sql<readonly WeekdayHours[]>`
    coalesce(json_agg(json_build_object('weekday', weekday, 'opens', opens, 'closes', closes) order by weekday), '[]')`
  const ofWeekdays = scope.from('weekdayHours').select(hours.as('all')).$asScalar()
  return scope.from('company').selectAll().select(ofWeekdays.as('weekdayHours'))
})

/** The current company, or NOT_FOUND. */
export async function getCompany(work: UnitOfWork): Promise<Company> {
  const row = await wholeCompany(work).executeTakeFirst()
  if (row === undefined) throw notFound()
  return toCompany(row)
}

/** The same for outsiders: NOT_FOUND also while it is suspended. */
export async function getOpenCompany(work: UnitOfWork): Promise<Company> {
  const company = await getCompany(work)
  if (company.suspension !== null) throw notFoundBecause('company.suspended', COMPANY_SUSPENDED)
  return company
}

/** The current company's labor rate; null if not set. */
export async function getLaborRate(work: UnitOfWork): Promise<Cents | null> {
  return (await getCompany(work)).laborRate
}

/** What the current company charges for trips; null if it has no rules, or does not bill. */
export async function findTripRules(work: UnitOfWork): Promise<TripRules | null> {
  const row = await work
    .from('billingSetting')
    .select('tripRules')
    .where('turnedOnAt', 'is not', null)
    .executeTakeFirst()
  return row?.tripRules ?? null
}

/** What the current company's customers pay when booking; null for nothing, and where they cannot pay by card. */
export async function findBookingPayment(
  work: UnitOfWork,
  cards: object | null,
): Promise<BookingPayment | null> {
  if (cards === null) return null
  const row = await work
    .from('billingSetting')
    .select('bookingPayment')
    .where('turnedOnAt', 'is not', null)
    .where('cardsReady', '=', true)
    .executeTakeFirst()
  return row?.bookingPayment ?? null
}

const billingCompany = statement(scope =>
  scope.from('billingSetting').select('companyId').where('turnedOnAt', 'is not', null),
)

/** Whether the current company bills. */
export const isBillingOn = async (work: UnitOfWork): Promise<boolean> =>
  (await billingCompany(work).executeTakeFirst()) !== undefined

/** The number of employees of the current company. */
export async function countEmployees(work: UnitOfWork): Promise<number> {
  const { count } = await work
    .from('employee')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The current company, locked until the transaction ends. */
export async function lockCompany(work: UnitOfWork): Promise<Company> {
  await work.from('company').select('companyId').forUpdate().execute()
  return getCompany(work)
}

/** The weekday hours of the locked company have changed. */
async function recordWeekdayHours(work: UnitOfWork): Promise<void> {
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.change-hours', card: null })
  await publishCompany(work)
}

/** Saves the hours of some weekdays of the locked company. */
export async function saveWeekdayHours(work: UnitOfWork, hours: readonly WeekdayHours[]): Promise<void> {
  for (const ofDay of hours) work.upsert('weekdayHours', ofDay, { key: ['weekday'] })
  await recordWeekdayHours(work)
}

/** Removes the hours of a weekday of the locked company. */
export async function removeWeekdayHours(work: UnitOfWork, weekday: number): Promise<void> {
  await work.remove('weekdayHours').where('weekday', '=', weekday).execute()
  await recordWeekdayHours(work)
}

/** Publishes the card of the current company as it is in the database, with this rating or its own. */
export async function publishCompany(work: UnitOfWork, rating?: Rating): Promise<void> {
  await work.publishToDirectory({ ...toListing(await getCompany(work)), ...rating })
}

/** Saves a new company image, or none. Returns the URL of the previous one. */
export async function saveCompanyImage(work: UnitOfWork, imageURL: string | null): Promise<string | null> {
  const company = await lockCompany(work)
  work.save('company', {}, { imageUrl: imageURL })
  work.recordChange({ kind: 'company', id: company.companyUUID, verb: 'company.change-image', card: null })
  await work.publishToDirectory(toListing({ ...company, imageURL }))
  return company.imageURL
}

/** A page of all companies with these words, by name: includes suspended ones, so for founders only. */
export const listIncludingSuspended = (work: UnitOfWork, q: string, pageRequest: PageRequest) =>
  searchCompanies(work, { q, origin: null, includeHidden: true }, pageRequest)

/** The image URL on a company's public card; null without one, NOT_FOUND without the company. */
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

type Rating = Pick<Row<'directory'>, 'ratingCount' | 'ratingSum'>

/** The rating on a company's card. */
async function getRating(work: UnitOfWork, companyUUID: string): Promise<Rating> {
  return work.database
    .selectFrom('directory')
    .select(['ratingCount', 'ratingSum'])
    .where('companyId', '=', companyUUID)
    .executeTakeFirstOrThrow()
}

/** Saves the rating and the badge of the locked company. Does nothing if both are unchanged. */
export async function saveRating(
  work: UnitOfWork,
  company: Company,
  rating: Rating,
  trusted: boolean,
): Promise<void> {
  const { companyUUID, companySettings } = company
  if (companySettings.trusted !== trusted) {
    work.save('company', {}, { trusted })
    const verb = trusted ? 'company.earn-trusted' : 'company.lose-trusted'
    work.recordChange({ kind: 'company', id: companyUUID, verb, card: null })
  } else if (isDeepStrictEqual(await getRating(work, companyUUID), rating)) return
  await work.publishToDirectory({
    ...toListing({ ...company, companySettings: { ...companySettings, trusted } }),
    ...rating,
  })
}

const onTimeCount = statement(scope =>
  scope.from('company').select(['onTimeStatus', 'promisedTickets as promised', 'onTimeTickets as onTime']),
)

/** What the current company's On Time rests on; null as long as it is not. */
export async function findOnTime(work: UnitOfWork): Promise<OnTimeCount | null> {
  const {
    onTimeStatus = false,
    promised = 0,
    onTime = 0,
  } = (await onTimeCount(work).executeTakeFirst()) ?? {}
  // Imported as such, it has nothing to rest on yet.
  return onTimeStatus && promised > 0 ? { promised, onTime } : null
}

/** Saves what the current company's promises come to, and whether that makes it On Time. */
export async function saveOnTime(work: UnitOfWork, count: OnTimeCount): Promise<void> {
  const { companyUUID, companySettings } = await lockCompany(work)
  const onTimeStatus = isOnTime(count)
  work.save('company', {}, { onTimeStatus, promisedTickets: count.promised, onTimeTickets: count.onTime })
  if (companySettings.onTimeStatus === onTimeStatus) return
  const verb = onTimeStatus ? 'company.earn-on-time' : 'company.lose-on-time'
  work.recordChange({ kind: 'company', id: companyUUID, verb, card: null })
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

/** Sets or removes Verified for the locked company; the public card follows. */
export async function saveVerificationPeriod(
  work: UnitOfWork,
  company: Company,
  month: Company['month'],
): Promise<void> {
  const verified = month !== null
  work.save('company', {}, { verified, ...monthColumns(month) })
  const companySettings = { ...company.companySettings, verified }
  await work.publishToDirectory(toListing({ ...company, companySettings, month }))
}

/** Suspends the locked company, or (null) restores it; the public card follows. */
export async function saveSuspension(
  work: UnitOfWork,
  company: Company,
  suspension: Company['suspension'],
): Promise<void> {
  work.save('company', {}, suspensionColumns(suspension))
  await work.publishToDirectory(toListing({ ...company, suspension }))
}

/** Saves the email of the locked company; its account has the same one. */
export const saveCompanyEmail = (work: UnitOfWork, email: string): void => work.save('company', {}, { email })

/** The owner gave their own name, or skipped the question. */
export function saveOwnerNameAsked(work: UnitOfWork): void {
  work.save('company', {}, { ownerNameAsked: true })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.name-owner', card: null })
}

/** Saves the flag, which is stored and exported but hides nothing. */
export const savePendingStatus = (work: UnitOfWork, pendingStatus: boolean): void =>
  work.save('company', {}, { pendingStatus })

type NewCompany = Omit<Company, 'weekdayHours'>

/** Without its key, which is never changed. */
const toColumns = ({
  companyUUID: _,
  coordinates,
  imageURL,
  companySettings,
  month,
  suspension,
  ...details
}: NewCompany) => ({
  ...details,
  ...monthColumns(month),
  ...suspensionColumns(suspension),
  imageUrl: imageURL,
  ...toCoordinateColumns(coordinates),
  ...companySettings,
  daysOfOperation: [...companySettings.daysOfOperation],
  hoursOfOperation: [...companySettings.hoursOfOperation],
})

/** Saves the current company; the public card follows if it shows the change. */
export async function saveCompany(work: UnitOfWork, before: Company, company: Company): Promise<void> {
  const { weekdayHours: _, ...columns } = company
  work.save('company', {}, toColumns(columns))
  work.recordChange({ kind: 'company', id: company.companyUUID, verb: 'company.change', card: null })
  if (!isDeepStrictEqual(toPublicCompany(before), toPublicCompany(company)))
    await work.publishToDirectory(toListing(company))
}

/** Adds a company with its log entry and public card. The unit of work is already in that company. */
export async function addCompany(work: UnitOfWork, company: NewCompany): Promise<void> {
  work.insert('company', toColumns(company))
  work.insert('companyVersion', { version: 0 })
  work.recordChange({ kind: 'company', id: company.companyUUID, verb: 'company.register', card: null })
  await work.publishToDirectory(toListing({ ...company, weekdayHours: [] }))
}
