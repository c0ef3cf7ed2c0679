// Restores a backup into an empty database and file store. The database part is one transaction, so after a crash it
// is empty or complete.

import { open, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { MIGRATION_TABLE_SQL } from '#server/db/migrate.ts'
import { type Migration, migrations, runsOutsideTransaction } from '#server/db/migration-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import {
  type ArchiveEntry,
  imageKeyOfEntry,
  MANIFEST,
  type Manifest,
  parseManifest,
  readTar,
  SECRET,
  sha256Of,
  tableOfEntry,
} from './archive.ts'
import { BackupError, toDatabaseError, toDiskError } from './backup-errors.ts'
import { readChecksummed, verifyChecksum } from './checksummed-file.ts'
import { connectToDatabase, rowsOf, SESSION } from './snapshot.ts'

export type RestoreOptions = {
  readonly file: string
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  /** The path of the secret, which must not exist yet. */
  readonly secretFile: string
  readonly print: (line: string) => void
  /**
   * Whether to send the emails and notifications that waited when the backup was made; asked only if some did. They may
   * have been sent since, and the server that it was made on may still run.
   */
  readonly sendsWaiting: (count: number) => Promise<boolean>
  /** The migrations of this program; overridden in tests. */
  readonly knownMigrations?: readonly Migration[]
}

/**
 * Reads a whole backup without writing anything. Throws a BackupError with one sentence if it is damaged, truncated,
 * or of a newer Rigwright.
 */
export async function verifyBackup(
  file: string,
  knownMigrations: readonly Migration[] = migrations,
): Promise<Manifest> {
  await verifyChecksum(file)
  const entries: Manifest['members'] = []
  let manifestBytes: Buffer | undefined
  try {
    for await (const { name, bytes } of readTar(readChecksummed(file))) {
      if (name === MANIFEST) manifestBytes = bytes
      else entries.push({ name, bytes: bytes.length, sha256: sha256Of(bytes) })
    }
  } catch (cause) {
    throw new BackupError(`${basename(file)} is not a Rigwright backup.`, { cause })
  }
  const manifest = parseManifest(manifestBytes, file)
  if (JSON.stringify(entries) !== JSON.stringify(manifest.members))
    throw new BackupError(`${basename(file)} is damaged: its contents do not match its list.`)
  const names = new Set(knownMigrations.map(({ name }) => name))
  const [oldest] = manifest.migrations
  if (oldest !== undefined && !names.has(oldest))
    throw new BackupError(
      `${basename(file)} was made by an earlier Rigwright (${manifest.product}), which this version cannot upgrade; restore it with that one.`,
    )
  const unknown = manifest.migrations.filter(name => !names.has(name)).at(-1)
  if (unknown !== undefined)
    throw new BackupError(
      `${basename(file)} was made by a newer Rigwright (${manifest.product}, with the migration ${unknown}); restore it with that one.`,
    )
  return manifest
}

/** Restores a backup. On failure the target is empty again. */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { file, files, secretFile, knownMigrations = migrations } = options
  const manifest = await verifyBackup(file, knownMigrations)
  const client = await connectToDatabase(options.connection)
  const entries = readTar(readChecksummed(file))
  const writtenKeys: string[] = []
  let isSecretWritten = false
  try {
    await client.query(SESSION)
    await assertDatabaseEmpty(client)
    await client.query('begin')
    const steps = knownMigrations.filter(({ name }) => manifest.migrations.includes(name))
    await applyMigrations(client, steps, manifest)
    await restoreTables(client, manifest, entries, options)
    let imageCount = 0
    for await (const { name, bytes } of entries) {
      const key = imageKeyOfEntry(name)
      if (key !== null) imageCount += 1
      if (key !== null && (await addImage(files, key, bytes))) writtenKeys.push(key)
      if (name === SECRET) await writeSecret(secretFile, bytes)
      if (name === SECRET) isSecretWritten = true
    }
    if (imageCount !== manifest.images)
      throw new BackupError(`${basename(file)} holds ${imageCount} of ${manifest.images} image files.`)
    await client.query('commit').catch(async error => {
      if (!(await isCommitted(options.connection))) throw error
    })
  } catch (error) {
    await files.remove(writtenKeys).catch(() => {})
    if (isSecretWritten) await rm(secretFile, { force: true })
    throw toDatabaseError(error)
  } finally {
    client.connection.stream.destroy()
    await entries.return(undefined)
  }
  await analyzeDatabase(options.connection)
  return manifest
}

async function assertDatabaseEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d
                      where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`)
  if (rows.length > 0)
    throw new BackupError('The database is not empty. A backup is restored only into an empty one.')
}

/** In one transaction with the rows, and without concurrent index builds: nothing else uses the database. */
async function applyMigrations(
  client: pg.Client,
  steps: readonly Migration[],
  { at }: Manifest,
): Promise<void> {
  await client.query(MIGRATION_TABLE_SQL)
  for (const step of steps) {
    await client.query(runsOutsideTransaction(step) ? step.text.replace(/\bconcurrently\b/gi, '') : step.text)
    await client.query('insert into migration (name, timestamp) values ($1, $2)', [step.name, at])
  }
}

const quoteIdentifier = pg.escapeIdentifier

async function restoreTables(
  client: pg.Client,
  manifest: Manifest,
  entries: AsyncGenerator<ArchiveEntry>,
  { print, sendsWaiting }: Pick<RestoreOptions, 'print' | 'sendsWaiting'>,
): Promise<void> {
  const { rows: existing } = await client.query<{ name: string; forced: boolean }>(`
    select relname as name, relforcerowsecurity as forced from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migration'`)
  const forced = existing.filter(table => table.forced).map(({ name }) => quoteIdentifier(name))
  // Forced row-level security applies to the owner of a table as well.
  for (const name of forced) await client.query(`alter table ${name} no force row level security`)
  // Migrations insert some rows, which are in the backup too.
  await client.query(`truncate ${existing.map(({ name }) => quoteIdentifier(name)).join(', ')}`)

  // Tables come first, in the same order as in the manifest.
  const partsOf = async function* (table: string) {
    for (const { name } of manifest.members.filter(each => tableOfEntry(each.name) === table)) {
      const { value: entry } = await entries.next()
      if (entry?.name !== name) throw mismatchError(table)
      yield entry.bytes
    }
  }
  for (const table of manifest.tables) {
    if (!existing.some(({ name }) => name === table.name)) {
      print(`Skipped the table ${table.name}, which is not Rigwright's`)
      for await (const _ of partsOf(table.name));
      continue
    }
    const columns = table.columns.map(quoteIdentifier).join(', ')
    if (table.rows > 0)
      await pipeline(
        partsOf(table.name),
        client.query(copyFrom(`copy ${quoteIdentifier(table.name)} (${columns}) from stdin`)),
      )
    await verifyTable(client, table)
  }
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoteIdentifier(name), value, isCalled])
  await settleWaitingMessages(client, sendsWaiting)
  for (const name of forced) await client.query(`alter table ${name} force row level security`)
}

/** Leaves the messages and notices that wait in the queues, or gives them up. An email given up has no text, as any other. */
async function settleWaitingMessages(
  client: pg.Client,
  sendsWaiting: RestoreOptions['sendsWaiting'],
): Promise<void> {
  const { rows } = await client.query<{ waiting: number }>(`
    select (select count(*) from email_outbox where next_attempt_at is not null)::int
         + (select count(*) from push_outbox)::int
         + (select count(*) from owner_notice)::int
         + (select count(*) from ticket_message where email_due_at is not null)::int as waiting`)
  const { waiting = 0 } = rows[0] ?? {}
  if (waiting === 0 || (await sendsWaiting(waiting))) return
  await client.query(`
    update email_outbox
    set next_attempt_at = null, text = '', html = null, attachment = null,
        last_error = 'Not sent: it waited when a backup was made.'
    where next_attempt_at is not null`)
  await client.query('delete from push_outbox')
  await client.query('delete from owner_notice')
  await client.query('update ticket_message set email_due_at = null where email_due_at is not null')
}

const mismatchError = (table: string): BackupError =>
  new BackupError(`The restored table ${table} does not match the backup.`)

/** Reads the rows back and compares them. */
async function verifyTable(client: pg.Client, table: Manifest['tables'][number]): Promise<void> {
  const stream = rowsOf(client, table)
  let result = await stream.next()
  while (result.done !== true) result = await stream.next()
  if (result.value.sha256 !== table.sha256 || result.value.rows !== table.rows)
    throw mismatchError(table.name)
}

/** Whether it was written: a bucket may already have the image, which stays in any case. */
async function addImage(files: FileStore, key: string, bytes: Buffer): Promise<boolean> {
  const existing = await files.read(key)
  if (existing !== null) {
    if (bytes.equals(existing)) return false
    throw new BackupError(`The file store already has a different image at ${key}.`)
  }
  try {
    await files.write(key, bytes, 'image/webp')
    return true
  } catch (error) {
    await files.remove([key]).catch(() => {})
    throw toDiskError((error as Error).cause ?? error, 'The file store')
  }
}

async function writeSecret(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch(error => {
    throw toDiskError(error, file)
  })
  await handle.writeFile(bytes).finally(() => handle.close())
}

/** The response to a commit can get lost. */
async function isCommitted(connection: pg.ClientConfig): Promise<boolean> {
  const client = await connectToDatabase(connection)
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('migration') is not null as there`,
  )
  await client.end()
  return rows[0]?.there === true
}

/** So that the first queries are as fast as later ones; autovacuum would do it eventually. */
async function analyzeDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = await connectToDatabase(connection).catch(() => null)
  await client?.query('analyze').catch(() => {})
  await client?.end()
}
