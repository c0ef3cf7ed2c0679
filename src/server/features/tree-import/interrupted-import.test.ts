// An import that ends in the middle, or meets another one, leaves nothing half imported.

import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, type Database } from '#server/db/database.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import { findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { createImportContext } from '../../../../test/support/import-context.ts'
import { fixtureTree, writeImportFile } from '../../../../test/support/import-fixture.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { freshDatabase } from '../../../../test/support/test-app.ts'
import { importTree } from './import-tree.ts'
import { treeId } from './tree-id.ts'
import { undoImport } from './undo-import.ts'

const NOW = new Date('2025-11-25T12:00:00Z')
/** Enough to be interrupted: rows are written in hundreds. */
const TICKETS = 500

let database: Database
let close: () => Promise<void>
let tree: string
const vinOf = (uid: string, index: number): string => sharedVin(`${uid}-${String(index).padStart(4, '0')}`)

beforeAll(async () => {
  // A connection that is ended on purpose is no failure of the pool's.
  ;({ database, close } = createDatabase(await freshDatabase(), () => {}))
  tree = await writeImportFile(inject('postgres').folder, {
    users: {
      companies: Object.fromEntries(
        ['first', 'second'].map(uid => [
          uid,
          {
            companyDetails: { companyName: uid, email: `${uid}@mail.example` },
            ticketManager: {
              activeServiceTickets: Object.fromEntries(
                Array.from({ length: TICKETS }, (_, index) => [
                  500_000 + index,
                  { customerDetails: { firstName: 'Al' }, customerRV: { vin: vinOf(uid, index) } },
                ]),
              ),
            },
          },
        ]),
      ),
    },
  })
})
afterAll(() => close())

const countTickets = async (uid: string) => {
  const companyId = treeId(uid)
  const { rows } = await sql<{ companies: number; tickets: number; accounts: number; rigs: number }>`
    select (select count(*)::int from company where company_id = ${companyId}) as companies,
           (select count(*)::int from ticket where company_id = ${companyId}) as tickets,
           (select count(*)::int from auth_user where id = ${companyId}) as accounts,
           (select count(*)::int from rig where vin like ${vinOf(uid, 0).replace(/0000$/, '%')}) as rigs`.execute(
    database,
  )
  return rows[0]
}

test('a connection that ends in the middle leaves whole companies only, and the next run brings the rest', async () => {
  const { context, lines } = await createImportContext(database, NOW)
  let isEnded = false
  const ending: typeof context = {
    ...context,
    showProgress: line => {
      if (isEnded || !lines.some(printed => printed.startsWith('Imported first'))) return
      if (!line.startsWith('Writing')) return
      isEnded = true
      void sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and pid <> pg_backend_pid()
                 and backend_xid is not null`.execute(database)
    },
  }
  await expect(importTree(ending, { tree }, false)).rejects.toThrow()
  const whole = { companies: 1, tickets: TICKETS, accounts: 1, rigs: TICKETS }
  expect(await countTickets('first')).toEqual(whole)
  expect(await countTickets('second')).toEqual({ companies: 0, tickets: 0, accounts: 0, rigs: 0 })
  const again = await createImportContext(database, NOW)
  await importTree(again.context, { tree }, false)
  expect(again.lines).toContainEqual(
    expect.stringMatching(/companies\/first {2}This company is here already/),
  )
  expect(await countTickets('second')).toEqual(whole)
  const importId = /--undo (\S+)$/.exec(again.lines.at(-1) ?? '')?.[1] ?? ''
  await undoImport(again.context, importId)
  expect(await countTickets('second')).toEqual({ companies: 0, tickets: 0, accounts: 0, rigs: 0 })
})

test('of two imports of a file at once one brings it, and the other says why it does not', async () => {
  const both = await Promise.all([createImportContext(database, NOW), createImportContext(database, NOW)])
  const ended = await Promise.allSettled(both.map(({ context }) => importTree(context, { tree }, false)))
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(ended.find(each => each.status === 'rejected')?.reason).toMatchObject({
    message: 'Another import is running. Wait until it has ended, and run this one again.',
  })
  expect(await countTickets('second')).toMatchObject({ companies: 1, tickets: TICKETS })
})

test('a database user who is not a superuser can import, export and undo', async () => {
  const { connection } = inject('postgres')
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  const superuser = new pg.Client(connection)
  await superuser.connect()
  await superuser.query(
    `CREATE ROLE ${name} LOGIN CREATEROLE; GRANT rigwright_app, rigwright_definer, rigwright_eraser TO ${name}`,
  )
  // As the first migration grants it.
  await superuser.query(`
    DO $$ BEGIN
      EXECUTE 'GRANT rigwright_backup TO ${name}'
        || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
    END $$`)
  await superuser.query(`CREATE DATABASE ${name} OWNER ${name}`)
  await superuser.end()
  const plain = { ...connection, user: name, database: name }
  await migrateAndConfigure(plain, [])
  const own = createDatabase(plain, error => {
    throw error
  })
  const exported = async () => {
    const options = { database: own.database, companyId: null, now: NOW, link: (path: string) => path }
    return text(Readable.from(streamTree(options, await findCompanies(options))))
  }
  const empty = await exported()
  const { context, lines } = await createImportContext(own.database, NOW)
  await importTree(context, { tree: await writeImportFile(inject('postgres').folder, fixtureTree) }, false)
  expect(lines).toContain('Imported Cedar Creek RV.')
  const full = JSON.parse(await exported()) as typeof fixtureTree
  expect(Object.keys(full.users.companies)).toHaveLength(2)
  expect(Object.keys(full.users.RVPool)).toHaveLength(2)
  expect(Object.keys(full.users.customers)).toHaveLength(1)
  await undoImport(context, /--undo (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? '')
  expect(await exported()).toBe(empty)
  await own.close()
})
