// All tables as they were at one moment, read while others write. What tables there are is asked of the
// database itself: one that a later migration adds is in it without anybody remembering.

import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { KeepingFailed } from './errors.ts'
import type { Sequence, Table } from './manifest.ts'
import { type PictureRow, pictureRows } from './referenced-files.ts'

const PIECE_BYTES = 4 * 1024 * 1024

/** What the migrations make anew in the database that is restored to. */
const OF_MIGRATIONS = ['migration', 'migration_lock']

const TABLES = `
  select c.oid::int8 as oid, c.relname as name, c.relrowsecurity as walled,
    array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns,
    array(select f.confrelid::int8 from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as after,
    exists (select from pg_policies p
            where p.schemaname = current_schema() and p.tablename = c.relname and p.permissive = 'PERMISSIVE'
              and p.cmd in ('SELECT', 'ALL') and p.roles @> '{rigwright_keeper}' and p.qual = 'true') as opened
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by c.relname`

type Found = {
  oid: string
  name: string
  walled: boolean
  columns: string[]
  after: string[]
  opened: boolean
}

export type Snapshot = {
  readonly at: Date
  readonly postgresql: string
  readonly migrations: readonly string[]
  /** Those that others refer to come first. */
  readonly tables: readonly Pick<Table, 'name' | 'columns'>[]
  readonly pictures: readonly PictureRow[]
  /** The rows of a table, a piece at a time. */
  readonly rowsOf: (table: Pick<Table, 'name' | 'columns'>) => AsyncGenerator<Buffer, Table>
  readonly sequences: () => Promise<Sequence[]>
}

const name = pg.escapeIdentifier

/** How values are written, whatever the server prefers; read back under the same. */
export const SESSION = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set timezone = 'UTC';
  set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off`

/** Begins a snapshot on `client`, in a transaction that lasts until its connection is closed. */
export async function openSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query(SESSION)
  const isMighty = await isAboveWalls(client)
  for (let tries = 0; tries < 5; tries += 1) {
    const before = await client.query<Found>(TABLES, [OF_MIGRATIONS])
    await client.query('begin isolation level repeatable read read only')
    // Whoever sees through every wall is to fail rather than to see less.
    await client.query(isMighty ? 'set local row_security = off' : 'set local role rigwright_keeper')
    const found = await lockAndLook(client, before.rows)
    if (found !== null) {
      if (!isMighty) refuseWalled(found)
      return snapshotOf(client, found)
    }
    await client.query('rollback')
  }
  throw new KeepingFailed('The database is being migrated right now; try again when that is through.')
}

/**
 * Locked before the first look, which is the snapshot: no migration changes a table beneath it. Null when one
 * did meanwhile, or was about to.
 */
async function lockAndLook(client: pg.Client, before: readonly Found[]): Promise<Found[] | null> {
  const names = before.map(table => name(table.name))
  try {
    await client.query(`lock table migration, ${names.join(', ')} in access share mode`)
  } catch (fault) {
    if (['40P01', '42P01'].includes((fault as { code?: string }).code ?? '')) return null // a deadlock, a table gone
    throw fault
  }
  const { rows: found } = await client.query<Found>(TABLES, [OF_MIGRATIONS])
  return found.map(({ oid }) => oid).join() === before.map(({ oid }) => oid).join() ? found : null
}

/** Whether the login is above all walls; otherwise it must be able to become the keeper. */
async function isAboveWalls(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mighty: boolean; kept: boolean; migrated: boolean }>(`
    select rolsuper or rolbypassrls as mighty, to_regclass('migration') is not null as migrated,
      exists (select from pg_roles where rolname = 'rigwright_keeper') as kept
    from pg_roles where rolname = current_user`)
  const [login] = rows
  if (login?.migrated !== true) throw new KeepingFailed('There is nothing to back up: the database is empty.')
  if (!login.mighty && !login.kept)
    throw new KeepingFailed(
      'The database is of a version before backups: start this version of Rigwright on it once, or use the tools of the database.',
    )
  return login.mighty
}

function refuseWalled(tables: readonly Found[]): void {
  const closed = tables.filter(({ walled, opened }) => walled && !opened).map(table => table.name)
  if (closed.length > 0)
    throw new KeepingFailed(
      `The role rigwright_keeper may not read ${closed.join(', ')}: the policy keeper is missing there, and a backup without it would be none.`,
    )
}

async function snapshotOf(client: pg.Client, found: readonly Found[]): Promise<Snapshot> {
  const { rows } = await client.query<{ at: Date; version: string; migrations: string[] }>(`
    select now() as at, current_setting('server_version') as version,
      array(select name::text from migration) as migrations`)
  const [now] = rows
  if (now === undefined) throw new KeepingFailed('The database did not say what time it is.')
  return {
    ...{ at: now.at, postgresql: now.version, migrations: now.migrations.sort() },
    tables: inOrder(found).map(({ name, columns }) => ({ name, columns })),
    pictures: await pictureRows(client),
    rowsOf: table => rowsOf(client, table),
    sequences: () => sequencesOf(client),
  }
}

/** Those that others refer to first. */
function inOrder(tables: readonly Found[]): Found[] {
  const ordered: Found[] = []
  const done = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(({ oid, after }) => !done.has(oid) && after.every(other => done.has(other)))
    if (next.length === 0) throw new KeepingFailed('The tables refer to one another in a circle.')
    ordered.push(...next)
    for (const { oid } of next) done.add(oid)
  }
  return ordered
}

export async function* rowsOf(
  client: pg.Client,
  table: Pick<Table, 'name' | 'columns'>,
): AsyncGenerator<Buffer, Table> {
  const sha256 = createHash('sha256')
  const columns = table.columns.map(name).join(', ')
  const copy = client.query(copyTo(`copy ${name(table.name)} (${columns}) to stdout`))
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
  // The count comes with the end of the statement, which is before the answer to the next one.
  await client.query('select')
  return { ...table, rows: copy.rowCount, sha256: sha256.digest('hex') }
}

/** Asked after the rows: a number that a row has got is never given again. */
async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`)
  const sequences: Sequence[] = []
  for (const { name: sequence } of rows) {
    const { rows: found } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name(sequence)}`,
    )
    for (const { value, called } of found) sequences.push({ name: sequence, value, isCalled: called })
  }
  return sequences
}
