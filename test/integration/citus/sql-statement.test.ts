import { describe, expect, test } from 'vitest'
import { type Columns, statementsIn } from './sql-statement.ts'

const COLUMNS: Columns = new Map([
  ['ticket', ['company_id', 'ticket_id', 'vin', 'state']],
  ['job', ['company_id', 'ticket_id', 'job_number']],
  ['company_version', ['company_id', 'version']],
  ['change_log', ['company_id', 'version', 'kind']],
  ['directory', ['company_id', 'company_name']],
])

/** The tables not limited to one company. */
const loose = async (text: string) =>
  (await statementsIn(text, COLUMNS))
    .flatMap(({ reached }) => reached)
    .flatMap(({ table, isPinned }) => (isPinned('company_id') ? [] : [table]))

describe('every table is limited to one company', () => {
  test.each([
    'select * from ticket where company_id = $1',
    `select state from ticket t where t.company_id = '4f'::uuid and (state = 'active' or state = 'approval')`,
    'select * from ticket where company_id = app_company()',
    'select * from ticket join job using (company_id, ticket_id) where ticket.company_id = $1',
    'select * from ticket t, job j where t.company_id = $1 and j.company_id = t.company_id',
    'select * from ticket t left join job j on j.company_id = t.company_id and j.ticket_id = 1 where t.company_id = $1',
    'select (select count(*) from job j where j.company_id = t.company_id) from ticket t where t.company_id = $1',
    'select * from ticket t where t.company_id = $1 and exists (select from job j where j.company_id = $1)',
    'select * from (select company_id, state from ticket where company_id = $1) t join job j on j.company_id = t.company_id',
    'with t as (select * from ticket where company_id = $1) select * from t join job j using (company_id)',
    'update ticket set state = $2 where company_id = $1',
    'delete from job where company_id = $1 and job_number = 2',
    'insert into ticket (company_id, ticket_id) values ($1, 1), ($1, 2)',
    'insert into job (company_id, ticket_id) select company_id, ticket_id from ticket where company_id = $1',
    `with raised as (update company_version set version = version + 1 where company_id = '4f' returning version)
     insert into change_log (company_id, version, kind) select '4f'::uuid, raised.version, kind
     from raised, jsonb_to_recordset('[]') as touched (kind text)`,
    'insert into ticket (company_id, ticket_id) values ($1, 1) on conflict (company_id, ticket_id) do update set state = excluded.state',
    'select wanted from ticket where company_id = wanted',
    'select * from find_tickets($1) f join ticket t on t.ticket_id = f.ticket_id where t.company_id = $2',
    'set local app.company = 1',
  ])('%s', async text => expect(await loose(text)).toEqual([]))
})

describe('a table that is not limited to one is found', () => {
  test.each<[string, string[]]>([
    ['select * from ticket', ['ticket']],
    ['select * from ticket where ticket_id = $1', ['ticket']],
    ['select * from ticket where company_id = $1 or state = $2', ['ticket']],
    ['select * from ticket where company_id <> $1', ['ticket']],
    ['select * from ticket where not (company_id = $1)', ['ticket']],
    ['select * from ticket where company_id = any($1)', ['ticket']],
    [
      'select * from ticket where company_id = (select company_id from directory limit 1)',
      ['ticket', 'directory'],
    ],
    ['select * from ticket t join job j on j.ticket_id = t.ticket_id where t.company_id = $1', ['job']],
    [
      'select * from ticket t where t.company_id = $1 and exists (select from job j where j.ticket_id = 1)',
      ['job'],
    ],
    ['with t as (select * from ticket) select * from t where company_id = $1', []],
    ['select * from ticket where company_id = $1 union all select * from ticket', ['ticket']],
    ['update ticket set company_id = $1', ['ticket']],
    ['insert into job (company_id, ticket_id) select company_id, ticket_id from ticket', ['job', 'ticket']],
    ['insert into job (ticket_id) values (1)', ['job']],
    ['delete from job j using ticket t where t.company_id = $1 and j.ticket_id = t.ticket_id', ['job']],
  ])('%s', async (text, named) => expect((await loose(text)).sort()).toEqual(named.sort()))
})

test('a function called per row is found as well, and one called once is not', async () => {
  const [asked] = await statementsIn(
    `select by_hand(state) from find_tickets($1) f join ticket on ticket.ticket_id = f.ticket_id,
     lateral account_membership(ticket.company_id) where app_company() = $1`,
    COLUMNS,
  )
  expect([...(asked?.calls ?? [])].sort()).toEqual(['account_membership', 'app_company', 'by_hand'])
})
