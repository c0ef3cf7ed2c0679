// Where the rows are on a real cluster, and that row-level security holds on each machine by itself.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DISTRIBUTION } from '#server/db/schema.ts'
import { type Machine, withClient } from '../../support/citus-databases.ts'
import { unconfirmedCompany } from '../../support/signup.ts'
import { createTestApp, type TestApp } from '../../support/test-app.ts'

type Shard = Machine & { readonly name: string; readonly table: string }

let app: TestApp
let shards: Shard[]
beforeAll(async () => {
  app = await createTestApp()
  shards = await withClient(app.connection, async client => {
    const { rows } = await client.query<Shard>(
      'select shard_name as name, table_name::text as table, nodename as host, nodeport as port from citus_shards',
    )
    return rows
  })
})
afterAll(() => app.close())

const distributedBy = (key: string): string[] =>
  Object.keys(DISTRIBUTION).filter(table => DISTRIBUTION[table] === key)

const machines = (): Machine[] => {
  const workers = new Map(shards.map(({ host, port }) => [`${host}:${port}`, { host, port }]))
  return [...workers.values()]
}

/** On one machine, in a transaction as the app's role, after these settings. */
const asApp = <T>(machine: Machine, settings: string, task: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient({ ...app.connection, ...machine }, async client => {
    await client.query(`BEGIN; SET LOCAL ROLE rigwright_app; ${settings}`)
    return task(client)
  })

const rowsIn = async (client: pg.Client, shard: Shard, columns = '*'): Promise<Record<string, unknown>[]> =>
  (await client.query(`select ${columns} from ${shard.name}`)).rows

describe('the rows', () => {
  test('of each table are where its line says', async () => {
    const { rows } = await withClient(app.connection, client =>
      client.query<{ table: string; key: string }>(
        'select table_name::text as table, distribution_column as key from citus_tables',
      ),
    )
    const expected = Object.entries(DISTRIBUTION).filter(([, key]) => key !== 'coordinator')
    expect(Object.fromEntries(rows.map(({ table, key }) => [table, key]))).toEqual(
      Object.fromEntries(expected),
    )
  })

  test('of twelve companies are on both workers, and those of one company on one', async () => {
    for (let count = 0; count < 12; count += 1) await unconfirmedCompany(app)
    const homes = new Map<unknown, Set<number>>()
    for (const machine of machines())
      await withClient({ ...app.connection, ...machine }, async client => {
        for (const shard of shards.filter(each => each.port === machine.port))
          if (DISTRIBUTION[shard.table] === 'company_id')
            for (const { company_id } of await rowsIn(client, shard, 'distinct company_id'))
              homes.set(company_id, (homes.get(company_id) ?? new Set()).add(machine.port))
      })
    expect(homes.size).toBeGreaterThanOrEqual(14)
    expect([...homes.values()].filter(ports => ports.size !== 1)).toEqual([])
    expect(new Set([...homes.values()].flatMap(ports => [...ports])).size).toBe(2)
  })
})

/** Only the operator's commands read it. */
const UNREADABLE = 'retained_document'

describe('on every shard, row-level security', () => {
  const ofCompanies = () => shards.filter(({ table }) => DISTRIBUTION[table] === 'company_id')

  test('is forced, as on the coordinator', async () => {
    expect(ofCompanies().length).toBeGreaterThanOrEqual(distributedBy('company_id').length * 2)
    for (const machine of machines()) {
      const here = ofCompanies().filter(({ port }) => port === machine.port)
      const { rows } = await withClient({ ...app.connection, ...machine }, client =>
        client.query(
          `select name from unnest($1::text[]) as name join pg_class c on c.oid = name::regclass
           where not (c.relrowsecurity and c.relforcerowsecurity)`,
          [here.map(({ name }) => name)],
        ),
      )
      expect(rows).toEqual([])
    }
  })

  test('lets the app read what it may read on the coordinator, and nothing else', async () => {
    const { rows } = await withClient(app.connection, client =>
      client.query<{ table: string }>(
        `select table_name::text as table from citus_tables
         where distribution_column = 'company_id' and not has_table_privilege('rigwright_app', table_name, 'select')`,
      ),
    )
    expect(rows).toEqual([{ table: UNREADABLE }])
    for (const machine of machines())
      for (const shard of ofCompanies().filter(({ port }) => port === machine.port))
        await asApp(machine, '', async client => {
          if (shard.table === UNREADABLE)
            await expect(rowsIn(client, shard)).rejects.toThrow('permission denied')
          else await rowsIn(client, shard)
        })
  })

  test('shows nothing without a company, and only its own rows with one', async () => {
    await app.createTicket('rosa')
    const seen = new Set<unknown>()
    for (const machine of machines()) {
      const here = ofCompanies().filter(({ port, table }) => port === machine.port && table !== UNREADABLE)
      for (const settings of ['', `SET LOCAL app.company = '${randomUUID()}'`])
        await asApp(machine, settings, async client => {
          for (const shard of here)
            expect([shard.name, await rowsIn(client, shard)]).toEqual([shard.name, []])
        })
      for (const company of [app.ids.dana, app.ids.ray])
        await asApp(machine, `SET LOCAL app.company = '${company}'`, async client => {
          for (const shard of here)
            for (const { company_id } of await rowsIn(client, shard, 'company_id')) {
              expect(company_id).toBe(company)
              seen.add(company_id)
            }
        })
    }
    expect([...seen].sort()).toEqual([app.ids.dana, app.ids.ray].sort())
  })
})
