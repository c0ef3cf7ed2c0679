// Whether the schema and the queries would live on in a database that is spread over several machines,
// as database/sharding.ts says. Read from the migrated schema and from what is really asked.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PLACES, spreading } from '#server/db/citus-distribution.ts'
import { NotSpread, spread } from '#server/db/distribute.ts'
import { freshDatabase, openWorld, type World } from '../../support/test-app.ts'
import { PATHS } from '../tenancy/paths.ts'
import { openShop } from '../tenancy/secret-fixtures.ts'
import { send } from '../tenancy/send.ts'
import { hear } from './capture-sql.ts'
import type { Schema } from './schema.ts'
import { isColumn, type Judge, openJudge, placeOf, unexplained, unexplainedIn } from './shardability.ts'
import { statementsIn } from './statement.ts'

let world: World
let judge: Judge
let schema: Schema
beforeAll(async () => {
  world = await openWorld()
  judge = await openJudge(world)
  schema = judge.schema
})
afterAll(() => world.close())

describe('in the schema', () => {
  test('every table has its place', () => {
    expect([...schema.columns.keys()].sort()).toEqual(Object.keys(PLACES).sort())
    const homeless = [...schema.columns].filter(
      ([table, columns]) => isColumn(placeOf(table)) && !columns.includes(placeOf(table)),
    )
    expect(homeless).toEqual([])
  })

  test('nothing is unique beyond where its rows lie', () => {
    const faults = schema.uniques.filter(
      ({ table, columns }) => isColumn(placeOf(table)) && !columns.includes(placeOf(table)),
    )
    expect(faults).toEqual([])
    expect(schema.uniques.length).toBeGreaterThan(30)
  })

  test('what refers to something lies beside it, and comes after it', () => {
    const order = Object.keys(PLACES)
    const faults = schema.foreigns.filter(({ table, to, columns }) => {
      const place = placeOf(table)
      const isBeside = isColumn(place)
        ? placeOf(to) === 'everywhere' ||
          (placeOf(to) === place && columns.some(([mine, theirs]) => mine === place && theirs === place))
        : placeOf(to) === place
      return !isBeside || order.indexOf(to) > order.indexOf(table)
    })
    expect(faults).toEqual([])
    expect(schema.foreigns.length).toBeGreaterThan(10)
  })

  test('no wall asks for rows that lie elsewhere', async () => {
    const faults: unknown[] = []
    for (const { table, name, text } of schema.policies) {
      const reached = (
        await statementsIn(`select from ${table} where ${text || 'true'}`, schema.columns)
      ).flatMap(each => each.reached)
      if (reached.length !== 1) faults.push({ table, name, reached: reached.map(each => each.table) })
    }
    expect(faults).toEqual([])
    expect(schema.policies.length).toBeGreaterThan(30)
  })
})

describe('on one machine each, known before it is asked', () => {
  test('are the rows that a function of the database reaches', async () => {
    const faults: string[] = []
    for (const { name, statement } of judge.bodies)
      for (const fault of statement === null
        ? ['is put together while it runs']
        : await judge.faultsOf(statement))
        faults.push(`${name} ${fault}`)
    expect(unexplained(faults)).toEqual([])
  })

  test('are the rows that any of the server’s own statements reaches', async () => {
    const asked = new Set<string>()
    const shop = await openShop(world)
    for (const [name, { kind, insider, prepare }] of Object.entries(PATHS)) {
      if (kind === 'by-hand') continue
      const ask = await (await prepare(shop))()
      const heard = await hear(async () => {
        const answer = await send(world, name, ask, { as: insider })
        expect([name, answer.ok]).toEqual([name, true])
        await answer.body?.cancel()
      })
      for (const text of heard) asked.add(text)
    }
    expect(asked.size).toBeGreaterThan(100)
    expect(await unexplainedIn(judge, asked)).toEqual([])
  }, 120_000)
})

test('what is carried out on that day, a database carries out in that order', async () => {
  const place = new pg.Client(await freshDatabase())
  await place.connect()
  // The extension's two functions, as far as a database in one piece can tell: the table is there.
  await place.query(`
    create function create_reference_table(name regclass) returns void language sql as 'select';
    create function create_distributed_table(name regclass, by_column text, colocate_with text) returns void
      language plpgsql as $$ begin
        if not exists (select from pg_attribute where attrelid = name and attname = by_column) then
          raise exception '% has no %', name, by_column; end if;
        perform nullif(colocate_with, 'none')::regclass;
      end $$`)
  const roles = (await place.query('select rolname, rolcanlogin from pg_roles order by 1')).rows
  await place.query('begin')
  for (const statement of spreading()) await place.query(statement)
  await place.query('rollback')
  expect((await place.query('select rolname, rolcanlogin from pg_roles order by 1')).rows).toEqual(roles)
  await place.end()
})

test('a PostgreSQL without the extension is told so, and stays as it was', async () => {
  const place = new pg.Client(await freshDatabase())
  await place.connect()
  const said: string[] = []
  await expect(spread(place, line => said.push(line))).rejects.toThrow(
    new NotSpread('This PostgreSQL does not have the Citus extension; nothing was changed.'),
  )
  expect(said).toEqual([])
  await place.end()
})
