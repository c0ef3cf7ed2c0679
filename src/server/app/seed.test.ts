import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { dayOf, localTimeOf } from '#domain/lib/company-time.ts'
import { createDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { fileKeysOf } from '#server/files/file-keys.ts'
import { createFakeFileStore, type FileStore } from '#server/files/file-store.ts'
import { bluebonnet, loneStar } from '#server/seed/demo-accounts.ts'
import { freshDatabase } from '../../../test/support/test-app.ts'
import { isLongRound } from '../../../test/support/test-round.ts'
import { seedDemoData } from './seed.ts'

type Demo = { readonly database: Database; readonly files: FileStore; readonly lines: readonly string[] }

/** A demo that was started at `now`. */
async function withDemo(now: Date, use: (demo: Demo) => Promise<void>): Promise<void> {
  const { database, close } = createDatabase(await freshDatabase('template1'), () => {})
  await migrate(database)
  const files = createFakeFileStore()
  await use({ database, files, lines: await seedDemoData(database, files, now) })
  await close()
}

test('the demo lists all logins, and only fills an empty database', () => {
  const now = new Date('2025-11-20T19:00:00Z')
  return withDemo(now, async ({ database, files, lines }) => {
    const accounts = sql<{ email: string; name: string }>`select email, name from auth_user`
    const { rows } = await accounts.execute(database)
    expect(rows.length).toBeGreaterThan(6)
    for (const { email, name } of rows)
      expect(lines.filter(line => line.includes(email) && line.includes(name))).toHaveLength(1)
    expect(await seedDemoData(database, files, now)).toEqual([
      'The database is not empty, so the demo was not added to it.',
    ])
  })
})

const MOMENTS = [
  ['a Sunday night', '2025-11-24T03:30:00Z'],
  ['a Thursday afternoon', '2025-11-20T19:00:00Z'],
  ['a Monday before opening', '2025-11-24T11:00:00Z'],
] as const

test.each(isLongRound ? MOMENTS : MOMENTS.slice(0, 1))(
  'work in a demo of %s was done in business hours, and nothing is in the future',
  (_, at) => {
    const now = new Date(at)
    return withDemo(now, async ({ database }) => {
      // A clock that was forgotten and stopped at night is part of the demo.
      const { rows } = await sql<{ at: Date }>`select at from change_log where verb <> 'ticket.clock-out'
      union all select completed_timestamp from ticket where completed_timestamp is not null
      union all select written_at from review union all select added_at from photo`.execute(database)
      expect(rows.length).toBeGreaterThan(80)
      for (const { at: done } of rows) {
        expect(done.getTime()).toBeLessThan(now.getTime())
        const local = localTimeOf(done, bluebonnet.timeZone)
        expect([0, 6]).not.toContain(new Date(`${dayOf(done, bluebonnet.timeZone)}T00:00:00Z`).getUTCDay())
        expect(local.slice(11) >= '08:00' && local.slice(11) <= '18:00', local).toBe(true)
      }
    })
  },
)

test('the demo has causes and photos on open tickets, and a company with both badges', () =>
  withDemo(new Date('2025-11-20T19:00:00Z'), async ({ database, files }) => {
    const { rows: found } = await sql<{ state: string }>`select distinct state from ticket join job
      using (company_id, ticket_id) where cause <> '' order by state`.execute(database)
    expect(found.map(({ state }) => state)).toEqual(['active', 'approval', 'completed', 'recorded'])
    const photos = await database.selectFrom('photo').selectAll().execute()
    expect(photos.map(({ moment }) => moment)).toContain('after')
    for (const { companyId, ticketId, photoId, width, height } of photos) {
      const [small, large] = await Promise.all(
        fileKeysOf({ companyId, ticketId, imageId: photoId }).map(key => files.read(key)),
      )
      expect(await sharp(small ?? undefined).metadata()).toMatchObject({ format: 'webp', width: 480 })
      expect(await sharp(large ?? undefined).metadata()).toMatchObject({ format: 'webp', width, height })
    }
    const listed = await database.selectFrom('directory').selectAll().orderBy('companyName').execute()
    expect(listed).toMatchObject([
      { companyName: bluebonnet.companyName, trusted: true, verified: true, ratingCount: 10 },
      { companyName: loneStar.companyName, trusted: false, verified: false, ratingCount: 0 },
    ])
  }))
