// For backups and restores: an app with images in it, and the contents of a database as text.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { inject } from 'vitest'
import { type BackupOptions, type BackupResult, makeBackup } from '#server/backup/backup.ts'
import { type RestoreOptions, restore } from '#server/backup/restore.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createTestApp, freshDatabase, type TestApp } from './test-app.ts'

export type Store = ReturnType<typeof createFakeFileStore>

/** A temporary path for files. */
export const newBackupFile = (ending = 'tar.gz'): string =>
  join(inject('postgres').folder, `${randomUUID()}.${ending}`)

/** The rows of a trivial query over a connection of its own; rejects if the database cannot be reached. */
export async function queryOne(connection: pg.ClientConfig): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query('select 1 as one')
  await client.end()
  return rows
}

export async function createAppWithImages(): Promise<{ app: TestApp; files: Store }> {
  const files = createFakeFileStore()
  return { app: await createTestApp({ files }), files }
}

let imageCache: Promise<Buffer<ArrayBuffer>> | undefined
const createImage = () => {
  const create = { width: 90, height: 60, channels: 3 as const, background: { r: 200, g: 30, b: 30 } }
  imageCache ??= sharp({ create })
    .jpeg()
    .toBuffer()
    .then(bytes => Buffer.from(bytes))
  return imageCache
}

async function uploadImage(app: TestApp, path: string, field: string, method = 'POST'): Promise<Response> {
  const body = new FormData()
  body.append(field, new Blob([await createImage()]), 'a.jpg')
  const response = await app.fetch(path, { as: 'dana', method, body })
  if (!response.ok) throw new Error(`${path} was refused: ${response.status} ${await response.text()}`)
  return response
}

/** Adds a photo to the first job of a ticket, and returns its id. */
export async function addPhoto(app: TestApp, ticketId: number): Promise<string> {
  const response = await uploadImage(app, `/api/tickets/${ticketId}/jobs/1/photos`, 'photos')
  const { photos } = (await response.json()) as { photos: { photoId: string }[] }
  return photos[0]?.photoId ?? ''
}

/** One image of every kind. */
export async function addEveryImage(app: TestApp, ticketId: number): Promise<void> {
  await addPhoto(app, ticketId)
  await uploadImage(app, '/api/company/image', 'image', 'PUT')
  await uploadImage(app, `/api/tickets/${ticketId}/customer-image`, 'image', 'PUT')
  await uploadImage(app, `/api/tickets/${ticketId}/rig-image`, 'image', 'PUT')
}

/** Backs an app up into a new file. */
export const backUp = (
  app: TestApp,
  files: BackupOptions['files'],
  options: Partial<BackupOptions> = {},
): Promise<BackupResult & { file: string }> => {
  const file = options.file ?? newBackupFile()
  const { connection } = app
  const rest = { secret: 'kept', appVersion: '1.2.3', minFreeBytes: 0, print: () => {} }
  return makeBackup({ connection, files, file, ...rest, ...options }).then(made => ({ ...made, file }))
}

/** Restores a backup into a separate database and file store. */
export async function restoreIntoNewDatabase(file: string, options: Partial<RestoreOptions> = {}) {
  const connection = options.connection ?? (await freshDatabase('template0'))
  const files = createFakeFileStore()
  const secretFile = newBackupFile('secret')
  const rest = { print: () => {}, sendsWaiting: async () => true }
  const manifest = await restore({ file, connection, files, secretFile, ...rest, ...options })
  return { connection, files, secretFile, manifest }
}

/** Every row of every table that a backup holds, as text; the migration table without times. */
export async function dumpEverything(connection: pg.ClientConfig): Promise<Record<string, string[]>> {
  const client = new pg.Client({ ...connection, user: inject('postgres').connection.user })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'background_job' order by 1`,
  )
  const everything: Record<string, string[]> = {}
  for (const { name } of tables) {
    const row = name === 'migration' ? 'name' : 't::text'
    const { rows } = await client.query<{ row: string }>(`select ${row} as row from "${name}" t order by 1`)
    everything[name] = rows.map(each => each.row)
  }
  await client.end()
  return everything
}

/** The number of relations, functions and types in a database. */
export async function countObjects(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ things: number }>(`
    select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)::int
         + (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)::int
         + (select count(*) from pg_extension)::int as things`)
  await client.end()
  return rows[0]?.things ?? -1
}
