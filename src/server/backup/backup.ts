// A backup: all rows at one moment, and every image they refer to, in one file. It runs while the server works and
// blocks no one.

import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import { version } from '#contract/version.ts'
import type { Settings } from '#server/config/settings.ts'
import type { FileStore } from '#server/files/file-store.ts'
import {
  type ArchiveEntry,
  createTar,
  FORMAT,
  imageEntryName,
  MANIFEST,
  type Manifest,
  SECRET,
  sha256Of,
  type Table,
  tablePartName,
} from './archive.ts'
import { BackupError, toDatabaseError, toDiskError } from './backup-errors.ts'
import { type WriteOptions, writeChecksummed } from './checksummed-file.ts'
import { createFileStore, readStoredSecret } from './server-data.ts'
import { beginSnapshot, connectToDatabase, listImageKeys, type Snapshot } from './snapshot.ts'

export type BackupOptions = WriteOptions & {
  readonly connection: pg.ClientConfig
  readonly files: Pick<FileStore, 'read'>
  /** The contents of DATA_DIR/auth-secret; null with AUTH_SECRET. */
  readonly secret: string | null
  /** The file to create; its folder is created as well. */
  readonly file: string
  /** The version of Rigwright. */
  readonly appVersion: string
  readonly print: (line: string) => void
}

export type BackupResult = Manifest & { readonly bytes: number }

const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Creates one backup file. On failure throws a BackupError with one sentence and leaves nothing. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { file, print } = options
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(error => {
    throw toDiskError(error, dirname(file))
  })
  const client = await connectToDatabase(options.connection)
  const onAbort = () => client.connection.stream.destroy()
  options.signal?.addEventListener('abort', onAbort, { once: true })
  try {
    const snapshot = await beginSnapshot(client)
    const contents: BackupContents = { ...options, client, snapshot, members: [] }
    const { bytes } = await writeChecksummed(file, createTar(archiveEntries(contents), snapshot.at), options)
    const manifest = contents.manifest as Manifest
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const tables = pluralize(manifest.tables.length, 'table')
    print(
      `Backed up ${tables} with ${pluralize(rows, 'row')} and ${pluralize(manifest.images, 'image file')} to ${file} (${megabytes(bytes)})`,
    )
    if (options.secret !== null)
      print(
        'It contains the secret that signs sessions, names, addresses and password hashes. Keep it as safe as a key.',
      )
    return { ...manifest, bytes }
  } catch (error) {
    if (options.signal?.aborted === true) throw new BackupError('Stopped; nothing was written.')
    throw toDatabaseError(error)
  } finally {
    options.signal?.removeEventListener('abort', onAbort)
    // In the middle of a COPY a connection cannot be closed normally.
    onAbort()
  }
}

/** Backs up the server with these settings, of this version. */
export const backUpServer = async (
  settings: Settings,
  options: Omit<BackupOptions, 'files' | 'secret' | 'appVersion'>,
): Promise<BackupResult> => {
  const files = await createFileStore(settings)
  return makeBackup({ ...options, files, secret: readStoredSecret(settings), appVersion: version })
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

type BackupContents = BackupOptions & {
  readonly client: pg.Client
  readonly snapshot: Snapshot
  readonly members: Manifest['members']
  manifest?: Manifest
}

/** All entries in order; the last one is the manifest. */
async function* archiveEntries(contents: BackupContents): AsyncGenerator<ArchiveEntry> {
  const { snapshot, client, appVersion, members } = contents
  const addEntry = (entry: ArchiveEntry): ArchiveEntry => {
    members.push({ name: entry.name, bytes: entry.bytes.length, sha256: sha256Of(entry.bytes) })
    return entry
  }
  const tables: Table[] = []
  for (const table of snapshot.tables) {
    const rows = snapshot.rowsOf(table)
    for (let part = 1; ; part += 1) {
      const next = await rows.next()
      if (next.done === true) {
        tables.push(next.value)
        break
      }
      yield addEntry({ name: tablePartName(table.name, part), bytes: next.value })
    }
  }
  contents.print(
    `Tables: ${tables.length}, rows: ${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-US')}`,
  )
  const sequences = await snapshot.sequences()
  await client.query('commit')

  const missingKeys: string[] = []
  let imageCount = 0
  for (const key of snapshot.imageKeys) {
    const bytes = await contents.files.read(key).catch(error => {
      throw toDiskError((error as Error).cause ?? error, 'The file store')
    })
    if (bytes === null) missingKeys.push(key)
    else yield addEntry({ name: imageEntryName(key), bytes: Buffer.from(bytes) })
    imageCount += bytes === null ? 0 : 1
    if (imageCount > 0 && imageCount % 500 === 0)
      contents.print(`Image files: ${imageCount.toLocaleString('en-US')} so far`)
  }
  const missing = await stillReferenced(contents, missingKeys)
  for (const key of missing) contents.print(`The image ${key} is in the database but not in the file store`)
  if (contents.secret !== null) yield addEntry({ name: SECRET, bytes: Buffer.from(contents.secret) })
  contents.manifest = {
    format: FORMAT,
    product: appVersion,
    at: snapshot.at.toISOString(),
    postgresql: snapshot.postgresql,
    migrations: [...snapshot.migrations],
    tables,
    sequences,
    images: imageCount,
    missing,
    members,
  }
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(contents.manifest, null, 1)) }
}

/** An image deleted after the snapshot is not reported missing. */
async function stillReferenced({ client }: BackupContents, absent: readonly string[]): Promise<string[]> {
  if (absent.length === 0) return []
  await client.query('begin read only')
  const { rows } = await client.query<{ bypasses: boolean }>(
    'select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user',
  )
  if (rows[0]?.bypasses !== true) await client.query('set local role rigwright_backup')
  const referenced = new Set(await listImageKeys(client))
  await client.query('commit')
  return absent.filter(key => referenced.has(key))
}
