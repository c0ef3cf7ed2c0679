import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { type CompanySearchQuery, pageQuery } from './search.ts'

const GOSHEN = { latitude: 41.5823, longitude: -85.8344 }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('among 20,000 companies', () => {
  beforeAll(async () => {
    await sql`
      insert into directory (company_id, version, company_name, company_address, company_phone, trusted, verified,
        latitude, longitude, mobile_range, days_of_operation, hours_of_operation, time_zone, rating_count, rating_sum)
      select gen_random_uuid(), 1000000 + n, md5(n::text) || ' RV', 'Road ' || n || ', ' || md5((n % 4000)::text), '5550100',
        n % 200 = 0, n % 300 = 0, 25 + (n * 7919 % 24000) / 1000.0, -124 + (n * 104729 % 57000) / 1000.0, n % 80,
        '{1,5}', '{8,18}', (array['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'])[1 + n % 4],
        n % 50, n % 50 * (1 + n % 5)
      from generate_series(1, 20000) n`.execute(app.database)
    // As autovacuum does.
    await sql`select gin_clean_pending_list('directory_search_words')`.execute(app.database)
    await sql`analyze directory`.execute(app.database)
  }, 120_000)

  const planOf = async (asked: Partial<CompanySearchQuery>, limit = 60): Promise<string> => {
    const work = { database: app.database as never, now: new Date('2025-11-21T18:00:00Z') }
    const rows = await (await pageQuery(work, { origin: null, ...asked }, { limit })).explain(
      'text',
      sql`analyze, buffers`,
    )
    return rows.map(row => Object.values(row as object).join()).join('\n')
  }

  test.each<[string, Partial<CompanySearchQuery>, RegExp]>([
    ['the whole list', {}, /Index Scan using directory_by_name/],
    ['words', { q: 'c4ca4238a0b9' }, /Bitmap Index Scan on directory_search_words/],
    ['the nearest', { origin: GOSHEN }, /Index Scan using directory_nearest/],
    [
      'who comes to a place',
      { origin: GOSHEN, comesToYou: true },
      /directory_service_area|directory_nearest/,
    ],
    ['who is open', { openNow: true }, /Index Scan using directory_by_name/],
    ['the best rated', { sort: 'rating' }, /Index Scan using directory_by_rating/],
    ['the best rated of those who are open', { sort: 'rating', openNow: true }, /directory_by_rating/],
    ['Trusted', { trusted: true }, /directory_trusted/],
    ['Verified', { verified: true }, /directory_verified/],
  ])('%s uses an index, not a full scan', async (_, asked, index) => {
    const plan = await planOf(asked)
    if (process.env.SHOW_PLANS) process.stdout.write(`${plan}\n\n`)
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(/Seq Scan/)
    if (asked.sort === 'rating') expect(plan).not.toMatch(/Sort/)
  })
})
