// The way back: a backup into a database and a file store that hold nothing yet. Everything in the
// database is one transaction, so it is empty or whole whatever ends us in the middle.

import { open, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { RECORD } from '#server/db/migrate.ts'
import { isOutside, type Migration, migrations } from '#server/db/migration-files.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { MANIFEST, type Member, membersOf, pictureOf, SECRET, sha256Of, tableOf } from './archive-entries.ts'
import { checkSeal, readSealed } from './checksummed-file.ts'
import { connect } from './connect.ts'
import { inDatabase, KeepingFailed, onDisk } from './errors.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { rowsOf, SESSION } from './snapshot.ts'

export type RestoreOptions = {
  readonly file: string
  readonly connection: pg.ClientConfig
  readonly files: FileStore
  /** Where the secret is kept; not there yet. */
  readonly secretFile: string
  readonly say: (line: string) => void
  /** What this program knows; for tests. */
  readonly known?: readonly Migration[]
}

/**
 * Reads a whole backup without writing anything. Throws a KeepingFailed with one sentence when it is damaged,
 * cut off, or of a newer Rigwright.
 */
export async function checkBackup(file: string, known: readonly Migration[] = migrations): Promise<Manifest> {
  await checkSeal(file)
  const members: Manifest['members'] = []
  let said: Buffer | undefined
  try {
    for await (const { name, bytes } of membersOf(readSealed(file))) {
      if (name === MANIFEST) said = bytes
      else members.push({ name, bytes: bytes.length, sha256: sha256Of(bytes) })
    }
  } catch (cause) {
    throw new KeepingFailed(`${basename(file)} is no backup of Rigwright.`, { cause })
  }
  const manifest = readManifest(said, file)
  if (JSON.stringify(members) !== JSON.stringify(manifest.members))
    throw new KeepingFailed(`${basename(file)} is damaged: it does not hold what its list says.`)
  const names = new Set(known.map(({ name }) => name))
  const unknown = manifest.migrations.filter(name => !names.has(name)).at(-1)
  if (unknown !== undefined)
    throw new KeepingFailed(
      `${basename(file)} was made by a newer Rigwright (${manifest.product}, with the migration ${unknown}); restore it with that one.`,
    )
  return manifest
}

/** Puts a backup in its place. On failure the target is as empty as it was. */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { file, files, secretFile, known = migrations } = options
  const manifest = await checkBackup(file, known)
  const client = await connect(options.connection)
  const members = membersOf(readSealed(file))
  const written: string[] = []
  let isKept = false
  try {
    await client.query(SESSION)
    await refuseFilled(client)
    await client.query('begin')
    const steps = known.filter(({ name }) => manifest.migrations.includes(name))
    await migrateWithin(client, steps, manifest)
    const coming = await lookAhead(members)
    await fillTables(client, manifest, coming, options.say)
    let pictures = 0
    for (; coming.next !== null; await coming.take()) {
      const { name, bytes } = coming.next
      const key = pictureOf(name)
      if (key !== null) pictures += 1
      if (key !== null && (await addPicture(files, key, bytes))) written.push(key)
      if (name === SECRET) await writeSecret(secretFile, bytes)
      if (name === SECRET) isKept = true
    }
    if (pictures !== manifest.pictures)
      throw new KeepingFailed(`${basename(file)} holds ${pictures} of ${manifest.pictures} picture files.`)
    await client.query('commit').catch(async fault => {
      if (!(await isCommitted(options.connection))) throw fault
    })
  } catch (fault) {
    await files.remove(written).catch(() => {})
    if (isKept) await rm(secretFile, { force: true })
    throw inDatabase(fault)
  } finally {
    client.connection.stream.destroy()
    await members.return(undefined)
  }
  await rememberShapes(options.connection)
  return manifest
}

async function refuseFilled(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`
    select from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and not exists (select from pg_depend d
                      where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`)
  if (rows.length > 0)
    throw new KeepingFailed('The database is not empty. A backup is restored only into an empty one.')
}

/** In one transaction with the rows; nobody else is there who would wait for an index. */
async function migrateWithin(
  client: pg.Client,
  steps: readonly Migration[],
  { at }: Manifest,
): Promise<void> {
  await client.query(RECORD)
  for (const step of steps) {
    await client.query(isOutside(step) ? step.text.replace(/\bconcurrently\b/gi, '') : step.text)
    await client.query('insert into migration (name, timestamp) values ($1, $2)', [step.name, at])
  }
}

/** Members one after the other; which one comes next is seen before it is taken. */
type Coming = { next: Member | null; take: () => Promise<void> }

async function lookAhead(members: AsyncGenerator<Member>): Promise<Coming> {
  const coming: Coming = {
    next: null,
    take: async () => {
      const { done, value } = await members.next()
      coming.next = done === true ? null : value
    },
  }
  await coming.take()
  return coming
}

const quoted = pg.escapeIdentifier

async function fillTables(
  client: pg.Client,
  manifest: Manifest,
  coming: Coming,
  say: (line: string) => void,
): Promise<void> {
  const { rows: made } = await client.query<{ name: string; forced: boolean }>(`
    select relname as name, relforcerowsecurity as forced from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migration'`)
  const forced = made.filter(table => table.forced).map(({ name }) => quoted(name))
  // The owner of a table is under its forced wall as well.
  for (const name of forced) await client.query(`alter table ${name} no force row level security`)
  // The migrations put a few rows in, which come again.
  await client.query(`truncate ${made.map(({ name }) => quoted(name)).join(', ')}`)

  const piecesOf = async function* (table: string) {
    for (; coming.next !== null && tableOf(coming.next.name) === table; await coming.take())
      yield coming.next.bytes
  }
  for (const table of manifest.tables) {
    if (!made.some(({ name }) => name === table.name)) {
      say(`The table ${table.name} is none of Rigwright's and is left out`)
      for await (const _ of piecesOf(table.name));
      continue
    }
    const columns = table.columns.map(quoted).join(', ')
    if (table.rows > 0)
      await pipeline(
        piecesOf(table.name),
        client.query(copyFrom(`copy ${quoted(table.name)} (${columns}) from stdin`)),
      )
    await compare(client, table)
  }
  for (const { name, value, isCalled } of manifest.sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, isCalled])
  for (const name of forced) await client.query(`alter table ${name} force row level security`)
}

/** What went in is read out once more. */
async function compare(client: pg.Client, table: Manifest['tables'][number]): Promise<void> {
  const reading = rowsOf(client, table)
  let read = await reading.next()
  while (read.done !== true) read = await reading.next()
  if (read.value.sha256 !== table.sha256 || read.value.rows !== table.rows)
    throw new KeepingFailed(`The table ${table.name} did not come out as it went in.`)
}

/** Whether it was written: a bucket may have the picture already, which then stays whatever comes. */
async function addPicture(files: FileStore, key: string, bytes: Buffer): Promise<boolean> {
  const there = await files.read(key)
  if (there !== null) {
    if (bytes.equals(there)) return false
    throw new KeepingFailed(`The file store has another picture under ${key}.`)
  }
  try {
    await files.write(key, bytes, 'image/webp')
    return true
  } catch (fault) {
    await files.remove([key]).catch(() => {})
    throw onDisk((fault as Error).cause ?? fault, 'The file store')
  }
}

async function writeSecret(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch(fault => {
    throw onDisk(fault, file)
  })
  await handle.writeFile(bytes).finally(() => handle.close())
}

/** The answer to a commit can be lost on its way. */
async function isCommitted(connection: pg.ClientConfig): Promise<boolean> {
  const client = await connect(connection)
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('migration') is not null as there`,
  )
  await client.end()
  return rows[0]?.there === true
}

/** So that the first questions are answered as quickly as the later ones; it comes by itself otherwise. */
async function rememberShapes(connection: pg.ClientConfig): Promise<void> {
  const client = await connect(connection).catch(() => null)
  await client?.query('analyze').catch(() => {})
  await client?.end()
}
