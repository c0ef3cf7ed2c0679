// Whether the schema and the queries would live on in a database that is spread over several machines,
// as database/sharding.ts says. Read from the migrated schema and from what is really asked.

import { parsePlPgSQL } from 'libpg-query'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GIVEN_UP, PLACES, type Place, spreading } from '#server/database/sharding.ts'
import { NotSpread, spread } from '#server/database/spread.ts'
import { PATHS } from '../walls/paths.ts'
import { send } from '../walls/send.ts'
import { openShop } from '../walls/shop.ts'
import { freshDatabase, openWorld, type World } from '../world.ts'
import { type Body, type Schema, schemaIn } from './schema.ts'
import { statementsIn } from './statement.ts'

/** What is asked of more than one machine on purpose, and why that is right. */
const ACROSS: readonly (readonly [RegExp, string])[] = [
  [/^company_versions looks/, 'of the companies that somebody follows here, each on its machine'],
  [/^forget_old_answers looks/, 'once a night, on all machines at once'],
  [/^due_plans looks/, 'a round over all companies; both tables of one company lie together'],
  [
    /^forget_ended_phones looks/,
    'now and then on all machines at once; both tables of one company lie together',
  ],
  [/^forgotten_bookings looks/, 'once an hour, on all machines at once'],
  [/^badges_to_revise looks/, 'now and then over all companies; both tables of one company lie together'],
  [/^ratings_to_revise looks/, 'the same'],
  [/^own_tickets looks/, 'somebody’s own, of any company that has served them; by an index on each machine'],
  [/^companies_by_email looks/, 'what a founder types, of all companies on all machines'],
  [/^company_standings looks/, 'of a page of companies that a founder reads, each on its machine'],
  [
    /^rig_record looks for rows of (company|photo|job)/,
    'of the companies that served one rig, each on its machine',
  ],
  [/^(founder|open)_disputes looks/, 'a page for those who run the platform, of all rigs'],
  [/(rig|work_history) on every machine: select "r"."vin"/, 'the rigs of one holder, each on its machine'],
  [/^find_tickets is put together/, 'each of its tables is held to $1, the company at work'],
  [/rig on every machine: select .* where vin ~>=~ \$1 and vin ~<~ \$2/, 'VINs that begin as it was typed'],
]
const unexplained = (faults: Iterable<string>): string[] =>
  [...new Set(faults)].filter(fault => !ACROSS.some(([form]) => form.test(fault)))

let world: World
let client: pg.Client
let schema: Schema
/** Functions that ask for rows themselves, which only the coordinator can. */
const asking = new Set<string>()
beforeAll(async () => {
  world = await openWorld()
  client = new pg.Client(world.connection)
  await client.connect()
  // What is given up on that day is given up here; the rest has to live on.
  for (const statement of GIVEN_UP) await client.query(statement)
  schema = await schemaIn(client)
  for (const body of schema.functions)
    for (const text of await statementsOf(body))
      if (
        text === DYNAMIC ||
        (await statementsIn(text, schema.columns)).some(({ reached }) => reached.length > 0)
      )
        asking.add(body.name)
})
afterAll(async () => {
  await client.end()
  await world.close()
})

const placeOf = (table: string): Place => PLACES[table] ?? 'coordinator'
const isColumn = (place: Place): boolean => place !== 'everywhere' && place !== 'coordinator'

/** What is wrong with a statement: a table whose rows are looked for everywhere, or two that lie apart. */
async function faultsOf(text: string): Promise<string[]> {
  const statements = await statementsIn(text, schema.columns)
  return statements.flatMap(({ reached, calls }) => {
    const spread = reached.filter(({ table }) => isColumn(placeOf(table)))
    const loose = spread.filter(({ table, isPinned }) => !isPinned(placeOf(table)))
    const groups = new Set([
      ...spread.map(({ table }) => placeOf(table)),
      ...reached
        .filter(({ table, isChanged }) => isChanged && !isColumn(placeOf(table)))
        .map(({ table }) => placeOf(table)),
    ])
    const within = reached.some(({ table }) => placeOf(table) !== 'coordinator')
    return [
      ...calls.filter(name => within && asking.has(name)).map(name => `asks ${name} from where rows lie`),
      ...loose.map(({ table }) => `looks for rows of ${table} on every machine`),
      ...(groups.size > 1 ? [`puts together what lies by ${[...groups].sort().join(' and ')}`] : []),
    ]
  })
}

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

const DYNAMIC = 'dynamic'

/** The SQL within a function; a statement that is put together while it runs is `DYNAMIC`. */
async function statementsOf({ language, definition, text }: Body): Promise<string[]> {
  if (language === 'sql') return [text]
  const found: string[] = []
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each)
    if (Array.isArray(value) || typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'PLpgSQL_stmt_dynexecute') found.push(DYNAMIC)
      else if (key === 'PLpgSQL_expr') {
        const { query } = inner as { query: string }
        found.push(
          /^\s*(select|insert|update|delete|with)\b/i.test(query)
            ? query
            : `select ${query.replace(/^[^(]*?:=/, '')}`,
        )
      } else look(inner)
    }
  }
  look(await parsePlPgSQL(definition))
  return found
}

describe('on one machine each, known before it is asked', () => {
  test('are the rows that a function of the database reaches', async () => {
    const faults: string[] = []
    for (const body of schema.functions)
      for (const statement of await statementsOf(body))
        for (const fault of statement === DYNAMIC
          ? ['is put together while it runs']
          : await faultsOf(statement))
          faults.push(`${body.name} ${fault}`)
    expect(unexplained(faults)).toEqual([])
  })

  test('are the rows that any of the server’s own statements reaches', async () => {
    const asked = new Set<string>()
    const { query } = pg.Client.prototype
    const listening = function (this: pg.Client, ...args: unknown[]) {
      const [first] = args
      asked.add(typeof first === 'string' ? first : String((first as { text?: string }).text ?? ''))
      return Reflect.apply(query, this, args)
    } as typeof query
    const shop = await openShop(world)
    for (const [name, { kind, insider, prepare }] of Object.entries(PATHS)) {
      if (kind === 'by-hand') continue
      const ask = await (await prepare(shop))()
      pg.Client.prototype.query = listening
      const answer = await send(world, name, ask, { as: insider }).finally(() => {
        pg.Client.prototype.query = query
      })
      expect([name, answer.ok]).toEqual([name, true])
      await answer.body?.cancel()
    }
    const faults: string[] = []
    for (const text of asked) for (const fault of await faultsOf(text)) faults.push(`${fault}: ${text}`)
    expect(asked.size).toBeGreaterThan(100)
    expect(unexplained(faults)).toEqual([])
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
