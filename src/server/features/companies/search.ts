// Searching the public list: filters, order and page. Each kind of search has its index (004-company.sql), so
// that the first page is fast for any number of companies.

import { createHash } from 'node:crypto'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod'
import { companySearchTerms } from '#domain/companies/company-search-terms.ts'
import { isUsualHour, localHours } from '#domain/companies/opening-times.ts'
import type { CompanySearch, CompanySort } from '#domain/companies/search-params.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { milesBetween } from '#domain/lib/distance.ts'
import { ratingFrom } from '#domain/reviews/review.ts'
import { toCoordinates } from '#server/db/coordinate-columns.ts'
import type { Tables } from '#server/db/schema.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { containing } from '#server/lib/like-pattern.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'

/** A search whose location, if any, is resolved. */
export type CompanySearchQuery = Omit<CompanySearch, 'near' | 'place'> & {
  readonly origin: Coordinates | null
  /** Includes suspended companies: for founders. */
  readonly includeHidden?: boolean
}

export type PageRequest = { readonly after?: string | undefined; readonly limit: number }

const id = z.uuid()
const name = z.string().refine(lowered => !lowered.includes('\0'))
const byName = z.tuple([name, id])
const byNameOf = z.tuple([name, id, z.string()])
const byRatingOf = z.tuple([z.number().min(-5).max(0), id, z.string()])
const byDistanceOf = z.tuple([z.number().min(0).max(2).nullable(), id, z.string()])

const effectiveSort = ({ sort, origin }: Pick<CompanySearchQuery, 'sort' | 'origin'>): CompanySort =>
  sort === 'rating' ? sort : origin === null ? 'name' : (sort ?? 'distance')

const CURSOR_SHAPES = { name: byNameOf, distance: byDistanceOf, rating: byRatingOf }

/** Identifies a search in its cursors; null for the whole list. */
function searchFingerprint({
  q,
  origin,
  comesToYou,
  openNow,
  trusted,
  verified,
  sort,
}: CompanySearchQuery): string | null {
  const criteria = [companySearchTerms(q ?? ''), origin, comesToYou, openNow, trusted, verified, sort]
  if (criteria.every(one => !one || (Array.isArray(one) && one.length === 0))) return null
  return createHash('sha256').update(JSON.stringify(criteria)).digest('base64url').slice(0, 8)
}

/** The end of the previous page. Throws INVALID for the cursor of another search. */
function decodeSearchCursor(after: string, sort: CompanySort, fingerprint: string | null) {
  if (fingerprint === null) return decodeCursor(after, byName)
  const [position, company, of] = decodeCursor<[string | number | null, string, string]>(
    after,
    CURSOR_SHAPES[sort],
  )
  if (of !== fingerprint) throw invalid({ after: 'This cursor belongs to a different search.' })
  return [position, company] as const
}

/** A point on the unit sphere, as in the column `point`. */
function toUnitSphere({ latitude, longitude }: Coordinates) {
  const [north, east] = [latitude, longitude].map(degrees => (degrees * Math.PI) / 180) as [number, number]
  const at = [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
  return sql`${`(${at.join(',')})`}::cube`
}

type DirectoryQuery<Row> = SelectQueryBuilder<Tables, 'directory', Row>

/** The time zones of all companies, by skipping through their index. */
async function listTimeZones(work: Pick<UnitOfWork, 'database'>): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`
    with recursive known(zone) as (
      (select time_zone from directory order by time_zone limit 1)
      union all
      select (select time_zone from directory where time_zone > zone order by time_zone limit 1)
      from known where zone is not null
    ) select zone from known where zone is not null`.execute(work.database)
  return rows.map(({ zone }) => zone)
}

async function whereOpenNow<Row>(
  work: Pick<UnitOfWork, 'database' | 'now'>,
  cards: DirectoryQuery<Row>,
): Promise<DirectoryQuery<Row>> {
  const zones = localHours(work.now, await listTimeZones(work))
  const isOpen = [
    ...zones.filter(isUsualHour).map(
      ({ timeZone, weekday, hour }) => sql<SqlBool>`(time_zone = ${timeZone} and weekday_opens is null
      and ${sql.lit(weekday)} between days_of_operation[1] and days_of_operation[2]
      and hours_of_operation[1] <= ${sql.lit(hour)} and ${sql.lit(hour)} < hours_of_operation[2])`,
    ),
    ...zones.map(
      ({ timeZone, weekday, hour }) => sql<SqlBool>`(time_zone = ${timeZone} and weekday_opens is not null
      and weekday_opens[${sql.lit(weekday)}] <= ${sql.lit(hour)}
      and ${sql.lit(hour)} < weekday_closes[${sql.lit(weekday)}])`,
    ),
  ]
  return cards.where(
    isOpen.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(isOpen, sql` or `)})`,
  )
}

type SortedCursor = { readonly sort: CompanySort; readonly after: ReturnType<typeof decodeSearchCursor> }

function afterCursor<Row>(
  cards: DirectoryQuery<Row>,
  { sort, after }: SortedCursor,
  line: ReturnType<typeof toUnitSphere>,
) {
  const [position, company] = after
  if (sort === 'rating')
    return cards.where(sql<SqlBool>`(-rank, company_id) > (${position}::float8, ${company})`)
  // The cursor has the name in the database's lower case, which differs from JavaScript's.
  if (typeof position === 'string')
    return cards.where(sql<SqlBool>`(lower(company_name), company_id) > (${position}, ${company})`)
  if (position === null) return cards.where(sql<SqlBool>`(point is null and company_id > ${company})`)
  return cards.where(
    sql<SqlBool>`(${line} > ${position} or (${line} = ${position} and company_id > ${company}) or point is null)`,
  )
}

/** The statement for a page of a search, plus one row. */
export async function pageQuery(
  work: Pick<UnitOfWork, 'database' | 'now'>,
  search: CompanySearchQuery,
  pageRequest: PageRequest,
) {
  const { q = '', origin, comesToYou, openNow, trusted, verified } = search
  const sort = effectiveSort(search)
  const line = origin === null ? sql`null::float8` : sql`point <-> ${toUnitSphere(origin)}`
  let cards = work.database
    .selectFrom('directory')
    .select(['companyId', 'companyName', 'companyAddress', 'companyPhone', 'imageUrl', 'trusted', 'verified'])
    .select(['latitude', 'longitude', 'ratingCount', 'ratingSum', 'rank'])
    .select([sql<string>`lower(company_name)`.as('lowered'), sql<number | null>`${line}`.as('line')])
    .orderBy({ name: sql`lower(company_name)`, distance: line, rating: sql`-rank` }[sort])
    .orderBy('companyId')
    .limit(pageRequest.limit + 1)
  if (!search.includeHidden) cards = cards.where('hidden', '=', false)
  for (const term of companySearchTerms(q))
    cards = cards.where(sql<SqlBool>`search_words like ${containing(term)}`)
  if (trusted) cards = cards.where('trusted', '=', true)
  if (verified) cards = cards.where('verified', '=', true)
  if (comesToYou && origin !== null)
    cards = cards.where(sql<SqlBool>`service_area @> ${toUnitSphere(origin)} and ${line} <= service_radius`)
  if (openNow) cards = await whereOpenNow(work, cards)
  if (pageRequest.after === undefined) return cards
  return afterCursor(
    cards,
    { sort, after: decodeSearchCursor(pageRequest.after, sort, searchFingerprint(search)) },
    line,
  )
}

/** A page of a search's companies; `miles` by great circle, if it has a location. */
export async function searchCompanies(
  work: UnitOfWork,
  search: CompanySearchQuery,
  pageRequest: PageRequest,
) {
  const rows = await (await pageQuery(work, search, pageRequest)).execute()
  const fingerprint = searchFingerprint(search)
  const { page, next } = paginate(rows, pageRequest.limit, ({ lowered, line, rank, companyId }) => [
    { name: lowered, distance: line, rating: -rank }[effectiveSort(search)],
    companyId,
    ...(fingerprint === null ? [] : [fingerprint]),
  ])
  const companies = page.map(
    ({ companyId, imageUrl, latitude, longitude, ratingCount, ratingSum, ...row }) => {
      const { lowered: _, line: __, rank: ___, ...card } = row
      const coordinates = toCoordinates({ latitude, longitude })
      const { origin } = search
      const miles = origin === null || coordinates === null ? null : milesBetween(origin, coordinates)
      return {
        ...card,
        companyUUID: companyId,
        imageURL: imageUrl,
        coordinates,
        rating: ratingFrom(ratingCount, ratingSum),
        ...(origin !== null && { miles }),
      }
    },
  )
  return { companies, next }
}
