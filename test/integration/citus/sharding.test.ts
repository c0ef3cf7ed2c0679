// Whether the schema and the queries would work on a distributed database, by `DISTRIBUTION` in db/schema.ts. Uses
// the migrated schema and real queries.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { distributionSteps } from '#server/db/citus-distribution.ts'
import { DistributionError, distributeTables } from '#server/db/distribute-tables.ts'
import { DISTRIBUTION } from '#server/db/schema.ts'
import { ENDPOINT_CASES } from '../../support/examples/endpoint-cases.ts'
import { createSecretFixtures } from '../../support/examples/secret-fixtures.ts'
import { send } from '../../support/examples/send-request.ts'
import { createTestApp, freshDatabase, type TestApp } from '../../support/test-app.ts'
import { isLongRound } from '../../support/test-round.ts'
import { captureSql } from './capture-sql.ts'
import type { Schema } from './database-schema.ts'
import {
  createShardabilityChecker,
  distributionKeyOf,
  isColumn,
  type ShardabilityChecker,
  unexplainedProblems,
  unexplainedProblemsIn,
} from './shardability.ts'
import { statementsIn } from './sql-statement.ts'

let app: TestApp
let checker: ShardabilityChecker
let schema: Schema
beforeAll(async () => {
  app = await createTestApp()
  checker = await createShardabilityChecker(app)
  schema = checker.schema
})
afterAll(() => app.close())

describe('in the schema', () => {
  test('every table is assigned', () => {
    expect([...schema.columns.keys()].sort()).toEqual(Object.keys(DISTRIBUTION).sort())
    const homeless = [...schema.columns].filter(
      ([table, columns]) => isColumn(distributionKeyOf(table)) && !columns.includes(distributionKeyOf(table)),
    )
    expect(homeless).toEqual([])
  })

  test('every unique key contains the distribution column', () => {
    const errors = schema.uniques.filter(
      ({ table, columns }) =>
        isColumn(distributionKeyOf(table)) && !columns.includes(distributionKeyOf(table)),
    )
    expect(errors).toEqual([])
    expect(schema.uniques.length).toBeGreaterThan(30)
  })

  test('referenced tables are distributed the same way, and come first', () => {
    const order = Object.keys(DISTRIBUTION)
    const errors = schema.foreignKeys.filter(({ table, to, columns }) => {
      const place = distributionKeyOf(table)
      const isBeside = isColumn(place)
        ? distributionKeyOf(to) === place &&
          columns.some(([mine, theirs]) => mine === place && theirs === place)
        : distributionKeyOf(to) === place
      return !isBeside || order.indexOf(to) > order.indexOf(table)
    })
    expect(errors).toEqual([])
    expect(schema.foreignKeys.length).toBeGreaterThan(10)
  })

  test('no policy needs rows of another distribution', async () => {
    const errors: unknown[] = []
    for (const { table, name, text } of schema.policies) {
      const reached = (
        await statementsIn(`select from ${table} where ${text || 'true'}`, schema.columns)
      ).flatMap(each => each.reached)
      if (reached.length !== 1) errors.push({ table, name, reached: reached.map(each => each.table) })
    }
    expect(errors).toEqual([])
    expect(schema.policies.length).toBeGreaterThan(30)
  })

  test('no policy of a distributed table has a subquery', () => {
    const errors = schema.policies.filter(
      ({ table, text }) => isColumn(distributionKeyOf(table)) && /\bselect\b/i.test(text),
    )
    expect(errors).toEqual([])
  })
})

/** What an export reads in the background belongs to no request. */
const waitUntilExported = () =>
  expect
    .poll(
      () =>
        app.database.selectFrom('companyExport').select('exportId').where('state', '=', 'running').execute(),
      { timeout: 20_000 },
    )
    .toEqual([])

describe('on one machine each', () => {
  test('are the rows reached by a database function', async () => {
    const errors: string[] = []
    for (const { name, statement } of checker.bodies)
      for (const error of statement === null
        ? ['is put together while it runs']
        : await checker.problemsOf(statement))
        errors.push(`${name} ${error}`)
    expect(unexplainedProblems(errors)).toEqual([])
  })

  test('are the rows reached by the server’s own statements', async () => {
    const asked = new Set<string>()
    const shop = await createSecretFixtures(app)
    // The short round takes a third of them.
    const cases = Object.entries(ENDPOINT_CASES).filter((_, index) => isLongRound || index % 3 === 0)
    for (const [name, { kind, insider, prepare }] of cases) {
      if (kind === 'by-hand') continue
      const ask = await (await prepare(shop))()
      await waitUntilExported()
      const heard = await captureSql(async () => {
        const answer = await send(app, name, ask, { as: insider })
        expect([name, answer.ok]).toEqual([name, true])
        await answer.body?.cancel()
      })
      for (const text of heard) asked.add(text)
    }
    expect(asked.size).toBeGreaterThan(100)
    expect(await unexplainedProblemsIn(checker, asked)).toEqual([])
  }, 120_000)
})

test('the distribution statements run in their order', async () => {
  const place = new pg.Client(await freshDatabase())
  await place.connect()
  // The extension's functions, as far as a single database can check: the table exists.
  await place.query(`
    create function create_distributed_table(name regclass, by_column text, colocate_with text) returns void
      language plpgsql as $$ begin
        if not exists (select from pg_attribute where attrelid = name and attname = by_column) then
          raise exception '% has no %', name, by_column; end if;
        perform nullif(colocate_with, 'none')::regclass;
      end $$;
    create function truncate_local_data_after_distributing_table(name regclass) returns void
      language sql as 'select'`)
  const roles = (await place.query('select rolname, rolcanlogin from pg_roles order by 1')).rows
  await place.query('begin')
  for (const { statements } of distributionSteps())
    for (const statement of statements) await place.query(statement)
  await place.query('rollback')
  expect((await place.query('select rolname, rolcanlogin from pg_roles order by 1')).rows).toEqual(roles)
  await place.end()
})

test('a PostgreSQL without Citus gets a message, and is unchanged', async () => {
  const place = new pg.Client(await freshDatabase())
  await place.connect()
  const printed: string[] = []
  await expect(distributeTables(place, line => printed.push(line))).rejects.toThrow(
    new DistributionError('This PostgreSQL does not have the Citus extension. Nothing was changed.'),
  )
  expect(printed).toEqual([])
  await place.end()
})
