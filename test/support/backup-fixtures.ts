// For backups and restores: a world with pictures in it, and everything that a database holds as text.

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { inject } from 'vitest'
import { type BackedUp, type BackupOptions, makeBackup } from '#server/backup/backup.ts'
import { type RestoreOptions, restore } from '#server/backup/restore.ts'
import { pretendStore } from '#server/files/file-store.ts'
import { freshDatabase, openWorld, type World } from './test-app.ts'

export type Store = ReturnType<typeof pretendStore>

/** A place for files that goes with the run. */
export const newFile = (ending = 'tar.gz'): string =>
  join(inject('postgres').folder, `${randomUUID()}.${ending}`)

export async function worldWithPictures(): Promise<{ world: World; files: Store }> {
  const files = pretendStore()
  return { world: await openWorld({ files }), files }
}

let drawn: Promise<Buffer<ArrayBuffer>> | undefined
const picture = () => {
  const create = { width: 90, height: 60, channels: 3 as const, background: { r: 200, g: 30, b: 30 } }
  drawn ??= sharp({ create })
    .jpeg()
    .toBuffer()
    .then(bytes => Buffer.from(bytes))
  return drawn
}

async function send(world: World, path: string, field: string, method = 'POST'): Promise<Response> {
  const body = new FormData()
  body.append(field, new Blob([await picture()]), 'a.jpg')
  const answer = await world.fetch(path, { as: 'dana', method, body })
  if (!answer.ok) throw new Error(`${path} was refused: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Adds a photo to the first job of a ticket, and answers with its id. */
export async function addPhoto(world: World, ticketId: number): Promise<string> {
  const answer = await send(world, `/api/tickets/${ticketId}/jobs/1/photos`, 'photos')
  const { photos } = (await answer.json()) as { photos: { photoId: string }[] }
  return photos[0]?.photoId ?? ''
}

/** One picture of every kind that there is. */
export async function addEveryPicture(world: World, ticketId: number): Promise<void> {
  await addPhoto(world, ticketId)
  await send(world, '/api/company/image', 'image', 'PUT')
  await send(world, `/api/tickets/${ticketId}/customer-image`, 'image', 'PUT')
  await send(world, `/api/tickets/${ticketId}/rig-image`, 'image', 'PUT')
}

/** Backs a world up into a new file. */
export const backUp = (
  world: World,
  files: BackupOptions['files'],
  options: Partial<BackupOptions> = {},
): Promise<BackedUp & { file: string }> => {
  const file = options.file ?? newFile()
  const { connection } = world
  const rest = { secret: 'kept', product: '1.2.3', leaveFreeBytes: 0, say: () => {} }
  return makeBackup({ connection, files, file, ...rest, ...options }).then(made => ({ ...made, file }))
}

/** Restores a backup into a database and a store of its own. */
export async function restoreAnew(file: string, options: Partial<RestoreOptions> = {}) {
  const connection = options.connection ?? (await freshDatabase('template0'))
  const files = pretendStore()
  const secretFile = newFile('secret')
  const manifest = await restore({ file, connection, files, secretFile, say: () => {}, ...options })
  return { connection, files, secretFile, manifest }
}

/** Every row of every table, as text; the record of migrations without its times. */
export async function everythingIn(connection: pg.ClientConfig): Promise<Record<string, string[]>> {
  const client = new pg.Client({ ...connection, user: inject('postgres').connection.user })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
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

/** How many relations, functions and types are in a database. */
export async function thingsIn(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client.query<{ things: number }>(`
    select (select count(*) from pg_class where relnamespace = 'public'::regnamespace)::int
         + (select count(*) from pg_proc where pronamespace = 'public'::regnamespace)::int
         + (select count(*) from pg_extension)::int as things`)
  await client.end()
  return rows[0]?.things ?? -1
}
