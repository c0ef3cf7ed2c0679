import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { migrations } from './migration-files.ts'

/**
 * An empty database whose owner is not a superuser, as on most hosts: forced row-level security applies to the owner
 * too.
 */
async function ownDatabase(): Promise<{ client: pg.Client; drop: () => Promise<void> }> {
  const { connection } = inject('postgres')
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client(connection)
  await admin.connect()
  await admin.query(
    `CREATE ROLE ${name} LOGIN CREATEROLE; GRANT rigwright_app, rigwright_definer, rigwright_eraser TO ${name}`,
  )
  await admin.query(`GRANT rigwright_backup TO ${name} WITH ADMIN OPTION`)
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`)
  const client = new pg.Client({ ...connection, user: name, database: name })
  await client.connect()
  const drop = async () => {
    await client.end()
    await admin.query(`DROP DATABASE ${name}`)
    await admin.query(`DROP ROLE ${name}`)
    await admin.end()
  }
  return { client, drop }
}

test('a user that is not a superuser can migrate, and every table with row-level security forces it on its owner', async () => {
  const { client, drop } = await ownDatabase()
  for (const { text } of migrations) await client.query(text)
  const [company, rosa] = [randomUUID(), randomUUID()]
  await client.query(`SET ROLE rigwright_app; SET app.company = '${company}'`)
  await client.query(`
    insert into company values ('${company}', 'Bluebonnet RV', '1', null, null, null, 'dana@bluebonnet.example', null,
      null, null, false, false, true, false, false, '{1,5}', '{8,18}', 'UTC', now());
    insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, vin, make, model, year,
      transition, transitioned_by, transitioned_by_name, transitioned_at, card)
      values ('${company}', 100001, 'active', '', '', '', '', '', '', '', '', 'create', '', '', now(), '{}');
    insert into job values ('${company}', 100001, 1, 'Roof leak', '', '', 0, false, null, 'none');
    insert into change_log (company_id, version, seq, kind, id, verb, at, actor, actor_name) values
      ('${company}', 1, 1, 'ticket', '100001', 'ticket.clock-in', now(), '${rosa}', 'Rosa Moss'),
      ('${company}', 2, 2, 'ticket', '100002', 'ticket.clock-in', now(), '${rosa}', 'Rosa Díaz'),
      ('${company}', 2, 1, 'ticket', '100001', 'ticket.clock-out', now(), '${rosa}', 'Rosa Díaz');
    insert into clock_session (company_id, session_id, ticket_id, job_number, technician_id, clock_in_time, technician)
      values ('${company}', gen_random_uuid(), 100001, 1, '${rosa}', now(), 'Rosa Díaz');`)
  const { rows: changes } = await client.query(
    'select version, seq, id from change_log order by version, seq',
  )
  expect(changes).toEqual([
    { version: '1', seq: 1, id: '100001' },
    { version: '2', seq: 1, id: '100001' },
    { version: '2', seq: 2, id: '100002' },
  ])
  const { rows: sessions } = await client.query('select technician from clock_session order by technician')
  expect(sessions).toEqual([{ technician: 'Rosa Díaz' }])
  await client.query('RESET ROLE')
  const { rows: open } = await client.query(
    `select relname from pg_class where relrowsecurity and not relforcerowsecurity`,
  )
  expect(open).toEqual([])
  await drop()
})

test('tickets from before there were customers get one for each exact name, email and phone, and certificates theirs if it is clear', async () => {
  const { client, drop } = await ownDatabase()
  const isBefore = ({ name }: { name: string }) => name < '032'
  for (const { text } of migrations.filter(isBefore)) await client.query(text)
  const [one, two] = [randomUUID(), randomUUID()]
  const tickets: readonly (readonly [string, string, string, string])[] = [
    ['June', 'Park', 'june@mail.example', '(574) 555-0201'],
    ['june', 'PARK', 'June@mail.example', '(574) 555-0201'],
    ['June', 'Park', 'june@mail.example', ''],
    ['Sam', 'Park', 'june@mail.example', '(574) 555-0201'],
    ['Sam', 'Park', '', ''],
    ['Sam', 'Park', '', ''],
    ['Former customer', '', '', ''],
  ]
  // The first may be of two records, and the last is of none.
  const certificates = [
    ['june@mail.example', '', 'June Park'],
    ['june@mail.example', '', 'sam park'],
    ['june@mail.example', '', 'Al Ruiz'],
  ]
  await client.query('SET ROLE rigwright_app')
  for (const company of [one, two]) {
    await client.query(`SET app.company = '${company}'`)
    await client.query(`insert into company values ('${company}', 'RV', '1', null, null, null, '${company}@mail.example', null,
      null, null, false, false, true, false, false, '{1,5}', '{8,18}', 'UTC', now())`)
    for (const [index, customer] of tickets.entries())
      await client.query(
        `insert into ticket (company_id, ticket_id, state, first_name, last_name, email, phone, vin, make, model, year,
           transition, transitioned_by, transitioned_by_name, transitioned_at, card)
         values ('${company}', ${100001 + index}, 'active', $1, $2, $3, $4, '', '', '', '', 'create', '', '', now(), '{}')`,
        [...customer],
      )
    for (const [email, phone, name] of certificates)
      await client.query(
        `insert into customer_exemption values ('${company}', $1, $2, 'IN-7', '2031-01-01', now(), $3)`,
        [email, phone, name],
      )
  }
  await client.query('RESET ROLE')
  for (const { text } of migrations.filter(each => !isBefore(each))) await client.query(text)
  await client.query(`SET ROLE rigwright_app; SET app.company = '${one}'`)
  const { rows } = await client.query(`
    select first_name, email, phone, (select array_agg(ticket_id order by ticket_id) from ticket t
      where t.company_id = c.company_id and t.company_customer_id = c.customer_id) as tickets
    from company_customer c order by tickets`)
  expect(rows.map(row => [row.first_name, row.email, row.phone, row.tickets])).toEqual([
    ['june', 'June@mail.example', '(574) 555-0201', [100001, 100002]],
    ['June', 'june@mail.example', '', [100003]],
    ['Sam', 'june@mail.example', '(574) 555-0201', [100004]],
    ['Sam', '', '', [100005]],
    ['Sam', '', '', [100006]],
  ])
  const { rows: owners } = await client.query(`
    select e.customer_name, c.first_name, c.last_name from customer_exemption e
    left join company_customer c on c.company_id = e.company_id and c.customer_id = e.company_customer_id
    where e.company_id = '${one}' order by 1`)
  expect(owners.map(row => [row.customer_name, row.first_name])).toEqual([
    ['Al Ruiz', null],
    ['June Park', null],
    ['sam park', 'Sam'],
  ])
  await client.query(`RESET ROLE; RESET app.company`)
  await drop()
})
