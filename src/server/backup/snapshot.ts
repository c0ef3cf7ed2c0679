// All tables at one moment, read during other writes. The list of tables comes from the database itself, so it
// includes those of later migrations.

import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { fileKeysOf } from '#server/files/file-keys.ts'
import {
  IMAGE_COLUMNS,
  imagesIn,
  locationsOf,
  type NamedImage,
  PLATE_PHOTOS,
} from '#server/files/image-columns.ts'
import type { Sequence, Table } from './archive.ts'
import { BackupError } from './backup-errors.ts'

const PART_BYTES = 4 * 1024 * 1024

/** Of this installation: the restored database writes its own. */
const OMITTED_TABLES = ['migration', 'migration_lock', 'background_job']

const TABLES_SQL = `
  select c.oid::int8 as oid, c.relname as name, c.relrowsecurity as "isRowSecured",
    array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns,
    array(select f.confrelid::int8 from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as after,
    exists (select from pg_policies p
            where p.schemaname = current_schema() and p.tablename = c.relname and p.permissive = 'PERMISSIVE'
              and p.cmd in ('SELECT', 'ALL') and p.roles @> '{rigwright_backup}' and p.qual = 'true') as "isReadable"
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all ($1)
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by c.relname`

type TableInfo = {
  oid: string
  name: string
  isRowSecured: boolean
  columns: string[]
  after: string[]
  isReadable: boolean
}

type TableColumns = Pick<Table, 'name' | 'columns'>

export type Snapshot = {
  readonly at: Date
  readonly postgresql: string
  readonly migrations: readonly string[]
  /** Referenced tables come first. */
  readonly tables: readonly TableColumns[]
  readonly imageKeys: readonly string[]
  /** The rows of a table, in pieces. */
  readonly rowsOf: (table: TableColumns) => AsyncGenerator<Buffer, Table>
  readonly sequences: () => Promise<Sequence[]>
}

const tableName = pg.escapeIdentifier

/**
 * Output formats independent of server settings; used for reading back as well. A cluster then reads each machine over
 * one connection, and so as it was at one moment.
 */
export const SESSION = `set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set timezone = 'UTC';
  set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; set extra_float_digits = 1; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off;
  set citus.max_adaptive_executor_pool_size = 1`

/** A separate connection, beside the server's. Throws a BackupError with one sentence. */
export async function connectToDatabase(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'rigwright-backup' })
  // The pending statement gets the error as well.
  client.on('error', () => {})
  await client.connect().catch(error => {
    throw new BackupError(`Can’t reach the database (${error.message || error.code}).`, {
      cause: error,
    })
  })
  return client
}

/** Starts a snapshot on `client`, in a transaction that lasts until the connection closes. */
export async function beginSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query(SESSION)
  const canBypassRls = await canBypassRowSecurity(client)
  for (let tries = 0; tries < 5; tries += 1) {
    const previousTables = await client.query<TableInfo>(TABLES_SQL, [OMITTED_TABLES])
    await client.query('begin isolation level repeatable read read only')
    // A role that bypasses row-level security should fail rather than see less.
    await client.query(canBypassRls ? 'set local row_security = off' : 'set local role rigwright_backup')
    const found = await lockTables(client, previousTables.rows)
    if (found !== null) {
      if (!canBypassRls) assertReadable(found)
      return readSnapshot(client, found)
    }
    await client.query('rollback')
  }
  throw new BackupError('The database is being migrated. Try again when the migration is done.')
}

/**
 * Locks tables before the first query, which takes the snapshot, so that no migration changes them. Null if one has
 * run or started meanwhile.
 */
async function lockTables(client: pg.Client, expected: readonly TableInfo[]): Promise<TableInfo[] | null> {
  const names = expected.map(table => tableName(table.name))
  try {
    await client.query(`lock table migration, ${names.join(', ')} in access share mode`)
  } catch (error) {
    if (['40P01', '42P01'].includes((error as { code?: string }).code ?? '')) return null // a deadlock, or a dropped table
    throw error
  }
  const { rows: found } = await client.query<TableInfo>(TABLES_SQL, [OMITTED_TABLES])
  return found.map(({ oid }) => oid).join() === expected.map(({ oid }) => oid).join() ? found : null
}

/** Whether the user bypasses row-level security; otherwise it must be able to switch to rigwright_backup. */
async function canBypassRowSecurity(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ bypasses: boolean; prepared: boolean; migrated: boolean }>(`
    select rolsuper or rolbypassrls as bypasses, to_regclass('migration') is not null as migrated,
      exists (select from pg_roles where rolname = 'rigwright_backup') as prepared
    from pg_roles where rolname = current_user`)
  const [login] = rows
  if (login?.migrated !== true) throw new BackupError('There is nothing to back up: the database is empty.')
  if (!login.bypasses && !login.prepared)
    throw new BackupError(
      'This database was last used by a Rigwright without backups. Start this version on it once, or use the tools of PostgreSQL.',
    )
  return login.bypasses
}

function assertReadable(tables: readonly TableInfo[]): void {
  const unreadable = tables
    .filter(({ isRowSecured, isReadable }) => isRowSecured && !isReadable)
    .map(table => table.name)
  if (unreadable.length > 0)
    throw new BackupError(
      `The role rigwright_backup may not read ${unreadable.join(', ')}: the policy backup is missing there, and a backup without those rows would be incomplete.`,
    )
}

async function readSnapshot(client: pg.Client, found: readonly TableInfo[]): Promise<Snapshot> {
  const { rows } = await client.query<{ at: Date; version: string; migrations: string[] }>(`
    select now() as at, current_setting('server_version') as version,
      array(select name::text from migration) as migrations`)
  const [state] = rows
  if (state === undefined) throw new BackupError('The database returned no time.')
  return {
    at: state.at,
    postgresql: state.version,
    migrations: state.migrations.sort(),
    tables: sortByDependency(found).map(({ name, columns }) => ({ name, columns })),
    imageKeys: await listImageKeys(client),
    rowsOf: table => rowsOf(client, table),
    sequences: () => listSequences(client),
  }
}

/**
 * The keys of the images that the database names, under the caller's row-level security. Files are read after the
 * snapshot; an image deleted meanwhile is no longer named, so it may be missing.
 */
export async function listImageKeys(client: pg.Client): Promise<string[]> {
  const keysIn = async (columns: typeof IMAGE_COLUMNS): Promise<string[]> => {
    const { rows } = await client.query<NamedImage>(`
      select company_id as "companyId", ticket_id as "ticketId", booking_id as "bookingId", image, is_pdf as "isPdf"
      from (${columns.map(imagesIn).join(' union all ')}) as named`)
    return locationsOf(rows).flatMap(fileKeysOf)
  }
  return [...(await keysIn(IMAGE_COLUMNS)), ...(await keysIn([PLATE_PHOTOS]))]
}

/** Referenced tables first. */
function sortByDependency(tables: readonly TableInfo[]): TableInfo[] {
  const ordered: TableInfo[] = []
  const sorted = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ oid, after }) => !sorted.has(oid) && after.every(other => sorted.has(other)),
    )
    if (next.length === 0) throw new BackupError('The tables refer to one another in a circle.')
    ordered.push(...next)
    for (const { oid } of next) sorted.add(oid)
  }
  return ordered
}

export async function* rowsOf(client: pg.Client, table: TableColumns): AsyncGenerator<Buffer, Table> {
  const sha256 = createHash('sha256')
  const columns = table.columns.map(tableName).join(', ')
  const copy = client.query(copyTo(`copy ${tableName(table.name)} (${columns}) to stdout`))
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    sha256.update(chunk)
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
  // The row count arrives at the end of the statement, before the next one's response.
  await client.query('select')
  return { ...table, rows: copy.rowCount, sha256: sha256.digest('hex') }
}

/** Read after the rows: a used number is never given out again. */
async function listSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`)
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const { rows: found } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${tableName(name)}`,
    )
    for (const { value, isCalled } of found) sequences.push({ name, value, isCalled })
  }
  return sequences
}
