// Distributing a database that has served, on a real cluster: with its rows, broken off and gone on with, and refused.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { seedCompanies } from '#server/app/seed.ts'
import { DISTRIBUTED_TABLES } from '#server/db/citus-distribution.ts'
import { createDatabase } from '#server/db/database.ts'
import { DistributionError, distributeTables } from '#server/db/distribute-tables.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import { DISTRIBUTION } from '#server/db/schema.ts'
import { bluebonnet, customers } from '#server/seed/demo-accounts.ts'
import { type CitusCluster, createDistributedDatabase, withClient } from '../../support/citus-databases.ts'
import { START } from '../../support/global-setup.ts'
import { createTestApp } from '../../support/test-app.ts'

let cluster: CitusCluster
let filled: pg.ClientConfig
beforeAll(async () => {
  const { cluster: found } = inject('postgres')
  if (found === null) throw new Error('These tests need CITUS_URL.')
  cluster = found
  filled = await filledDatabase()
})

/** A database with the extension on every machine, migrated, with two companies, and not distributed. */
async function filledDatabase(): Promise<pg.ClientConfig> {
  const connection = await emptyDatabase()
  await migrateAndConfigure(connection, [])
  const { database, close } = createDatabase(connection, () => {})
  await seedCompanies({ database, publish: () => {} }, new Date(START))
  await close()
  const app = await createTestApp({ connection })
  const desk = app.withCookie(await app.signIn(bluebonnet.email))
  for (const { customerDetails, customerRV } of customers.slice(0, 3))
    await desk.tickets.create({ customerDetails, customerRV, jobs: [{ problem: 'Leak', estimatedTime: 1 }] })
  await app.close()
  return connection
}

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const name = `world_${randomUUID().replaceAll('-', '')}`
  await createDistributedDatabase(cluster, name)
  return { ...cluster.connection, database: name }
}

const distribute = (connection: pg.ClientConfig, print: (line: string) => void = () => {}): Promise<void> =>
  withClient(connection, client => distributeTables(client, print))

const countRows = (connection: pg.ClientConfig): Promise<Record<string, number>> =>
  withClient(connection, async client => {
    const counts: Record<string, number> = {}
    for (const table of Object.keys(DISTRIBUTION)) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
      counts[table] = Number(rows[0]?.count)
    }
    return counts
  })

const distributedTables = (connection: pg.ClientConfig): Promise<string[]> =>
  withClient(connection, async client => {
    const { rows } = await client.query<{ name: string }>(
      'select table_name::text as name from citus_tables order by 1',
    )
    return rows.map(({ name }) => name)
  })

const WANTED = DISTRIBUTED_TABLES.toSorted()

describe('a database that has served', () => {
  test('goes on where it was broken off, keeps every row, and serves', async () => {
    const before = await countRows(filled)
    expect(before).toMatchObject({ company: 2, ticket: 3 })

    const printed: string[] = []
    const breakingOff = distribute(filled, line => {
      printed.push(line)
      if (line.includes(' job by ')) throw new Error('The line broke.')
    })
    await expect(breakingOff).rejects.toThrow('The line broke.')
    const half = await distributedTables(filled)
    expect(half).toContain('job')
    expect(half).not.toContain('part')
    await expect(createTestApp({ connection: filled })).rejects.toThrow(/npm run db:distribute/)

    printed.length = 0
    await distribute(filled, line => printed.push(line))
    expect(printed.join('\n')).toMatch(/ part by company_id, \d+ rows, /)
    expect(printed.join('\n')).not.toContain(' job by ')
    expect(await distributedTables(filled)).toEqual(WANTED)
    expect(await countRows(filled)).toEqual(before)

    await distribute(filled)
    expect(await countRows(filled)).toEqual(before)

    const app = await createTestApp({ connection: filled })
    const visible = await app.as('visitor').companies.list({})
    expect(visible.companies.length).toBe(2)
    await app.close()
  })

  test('has no copy of its rows left on the coordinator', async () => {
    const stillThere = await withClient(filled, async client => {
      const sizes: string[] = []
      for (const table of WANTED) {
        const { rows } = await client.query<{ bytes: string }>(
          'select pg_relation_size($1::regclass) as bytes',
          [table],
        )
        if (Number(rows[0]?.bytes) > 0) sizes.push(table)
      }
      return sizes
    })
    expect(stillThere).toEqual([])
  })
})

describe('is refused, with nothing changed,', () => {
  const refused = async (connection: pg.ClientConfig, words: string) => {
    await expect(distribute(connection)).rejects.toThrow(
      new DistributionError(`${words} Nothing was changed.`),
    )
    expect(await distributedTables({ ...connection, ...adminOf() })).toEqual([])
  }
  const adminOf = () => ({ user: cluster.connection.user, password: cluster.connection.password })

  test('an empty database', async () => {
    await refused(
      await emptyDatabase(),
      'The database is empty: start Rigwright on it once, stop it, and try again.',
    )
  })

  test('one with other people’s tables, without enough workers, of a user without the rights, in use', async () => {
    const connection = await filledDatabase()
    const change = (...statements: string[]) =>
      withClient(connection, async client => {
        for (const statement of statements) await client.query(statement)
      })

    await change('create table guestbook (id int)')
    await refused(
      connection,
      'The database also has tables that are not Rigwright’s (guestbook): give Rigwright a database of its own.',
    )
    await change('drop table guestbook')

    const user = `plain_${randomUUID().slice(0, 8)}`
    await change(`create role ${user} login`)
    await refused(
      { ...connection, user },
      `The user ${user} in DATABASE_URL lacks the right to bypass row-level security and to change roles and to change the database, as its owner has.`,
    )
    await change(`drop role ${user}`)

    const server = new pg.Client({ ...connection, application_name: 'rigwright' })
    await server.connect()
    await refused(connection, 'Stop all servers first: 1 of their connections are open.')
    await server.end()

    const worker = cluster.machines.at(-1)
    await change(`select citus_remove_node('${worker?.host}', ${worker?.port})`)
    await refused(connection, 'The cluster has 1 worker and needs 2: add more with citus_add_node.')
  })
})
