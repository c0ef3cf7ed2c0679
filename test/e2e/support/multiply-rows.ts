// Bulk data: one row created by the product's own commands is copied by the database.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestServer } from './fixtures.ts'

/** Connects to the app's database, without row-level security. */
async function withDatabase(app: TestServer, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const pid = await readFile(join(app.dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  const [, , , port, host] = pid.split('\n')
  const database = { user: 'rigwright', database: 'rigwright' }
  const client = new pg.Client({ host: host?.trim() ?? '', port: Number(port), ...database })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Inserts what `query` selects: whole rows of `table` as JSON. */
const insertRows = (
  app: TestServer,
  table: string,
  query: string,
  values: readonly unknown[],
): Promise<void> =>
  withDatabase(app, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const columns = rows.map(({ name }) => name).join(', ')
    await client.query(
      `insert into ${table} (${columns})
       select ${columns} from (${query}) as made, jsonb_populate_record(null::${table}, made.whole)`,
      [...values],
    )
  })

/** The same active ticket `count` times, each a minute older than the one before: `Last1` is the newest. */
export async function multiplyTicket(app: TestServer, ticketId: number, count: number): Promise<void> {
  await insertRows(
    app,
    'ticket',
    `select to_jsonb(one) || jsonb_build_object(
       'ticket_id', copied.id, 'transitioned_at', copied.at, 'last_name', 'Last' || number,
       'card', one.card::jsonb || jsonb_build_object('ticketId', copied.id, 'lastName', 'Last' || number,
         'since', to_char(copied.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) as whole
     from ticket as one, generate_series(1, $2::int) as number, lateral (select
       100000 + (one.ticket_id - 100000 + number) % 900000 as id,
       one.transitioned_at - number * interval '1 minute' as at) as copied
     where one.ticket_id = $1`,
    [ticketId, count],
  )
  await withDatabase(app, client =>
    client.query(
      `update company_version v set active_tickets = active_tickets + $2 from ticket t
       where t.ticket_id = $1 and v.company_id = t.company_id`,
      [ticketId, count],
    ),
  )
}

/** The ticket's first photo `count` times, evenly on its job lines. */
export const multiplyPhoto = (app: TestServer, ticketId: number, count: number): Promise<void> =>
  insertRows(
    app,
    'photo',
    `select to_jsonb(one) || jsonb_build_object('photo_id', gen_random_uuid(),
       'position', one.position + number, 'job_number', job.job_number) as whole
     from (select * from photo where ticket_id = $1 limit 1) as one, generate_series(1, $2::int) as number
     join (select job_number, row_number() over (order by job_number) - 1 as place, count(*) over () as lines
           from job where ticket_id = $1) as job on number % job.lines = job.place`,
    [ticketId, count],
  )

/** The ticket's last clock session once more: yesterday from 3 PM to 9 PM, three hours after closing. */
export const insertMissedClockOut = (app: TestServer, ticketId: number, timeZone: string): Promise<void> =>
  insertRows(
    app,
    'clock_session',
    `select to_jsonb(one) || jsonb_build_object('session_id', gen_random_uuid(),
       'clock_in_time', yesterday + interval '15 hours', 'clock_out_time', yesterday + interval '21 hours') as whole
     from (select * from clock_session where ticket_id = $1 limit 1) as one,
       lateral (select date_trunc('day', now() - interval '1 day', $2) as yesterday) as days`,
    [ticketId, timeZone],
  )
