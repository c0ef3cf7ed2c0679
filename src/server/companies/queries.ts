// Reading companies: the public list, and one's own.

import { sql } from 'kysely'
import * as z from 'zod'
import { may } from '#domain/permission.ts'
import { asQuery, asVisitor, lookup, query } from '#server/api.ts'
import { cutPage, readBookmark } from '#server/page.ts'
import { allow } from '#server/work.ts'
import { countEmployees, getCompany, publicCompanyOf } from './store.ts'

const place = z.tuple([z.string().refine(name => !name.includes('\0')), z.uuid()])

export const listCompanies = query.companies.list.handler(async ({ input, context: { work } }) => {
  allow(work, 'directory.see')
  const { after, limit } = input
  let cards = work.database
    .selectFrom('directory')
    .selectAll()
    // The bookmark takes the name as the database lowers it: JavaScript does it differently.
    .select(sql<string>`lower(company_name)`.as('sortedBy'))
    .orderBy(sql`lower(company_name)`)
    .orderBy('companyId')
    .limit(limit + 1)
  if (after !== undefined) {
    const [name, id] = readBookmark(after, place)
    cards = cards.where(sql<boolean>`(lower(company_name), company_id) > (${name}, ${id})`)
  }
  const { page, next } = cutPage(await cards.execute(), limit, row => [row.sortedBy, row.companyId])
  return { companies: page.map(publicCompanyOf), next }
})

/** In the house of another company everybody is a visitor, and sees of it what is written here. */
export const readCompany = lookup.companies.get.handler(({ input, context }) =>
  asQuery(asVisitor(context), async work => {
    allow(work, 'directory.see')
    await work.enter(input.companyId)
    const { companySettings, email: _, laborRate: __, ...company } = await getCompany(work)
    const { pendingStatus: ___, onTimeStatus: ____, ...settings } = companySettings
    return { ...company, ...settings }
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
