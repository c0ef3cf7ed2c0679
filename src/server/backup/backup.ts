// A backup: everything that the database holds at one moment, and every picture that it names, in one
// file. It is taken while the server works, and asks nobody to wait.

import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'
import type { FileStore } from '#server/files/file-store.ts'
import {
  MANIFEST,
  type Member,
  pictureMember,
  SECRET,
  sha256Of,
  tablePiece,
  tarOf,
} from './archive-entries.ts'
import { type Writing, writeSealed } from './checksummed-file.ts'
import { connect } from './connect.ts'
import { inDatabase, KeepingFailed, onDisk } from './errors.ts'
import { FORMAT, type Manifest, type Table } from './manifest.ts'
import { pictureKeys, pictureRows } from './referenced-files.ts'
import { openSnapshot, type Snapshot } from './snapshot.ts'

export type BackupOptions = Writing & {
  readonly connection: pg.ClientConfig
  readonly files: Pick<FileStore, 'read'>
  /** What is kept in DATA_DIR/auth-secret; null when the operator keeps it elsewhere. */
  readonly secret: string | null
  /** The file to be made; its folder is made as well. */
  readonly file: string
  /** The version of Rigwright. */
  readonly product: string
  readonly say: (line: string) => void
}

export type BackedUp = Manifest & { readonly bytes: number }

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Makes one backup file. Throws a KeepingFailed with one sentence, and leaves nothing then. */
export async function makeBackup(options: BackupOptions): Promise<BackedUp> {
  const { file, say } = options
  await mkdir(dirname(file), { recursive: true, mode: 0o700 }).catch(fault => {
    throw onDisk(fault, dirname(file))
  })
  const client = await connect(options.connection)
  const cut = () => client.connection.stream.destroy()
  options.signal?.addEventListener('abort', cut, { once: true })
  try {
    const snapshot = await openSnapshot(client)
    const pack: Packing = { ...options, client, snapshot, members: [] }
    const { bytes } = await writeSealed(file, tarOf(packed(pack), snapshot.at), options)
    const manifest = pack.manifest as Manifest
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const tables = counted(manifest.tables.length, 'table')
    say(
      `Backed up ${tables} with ${counted(rows, 'row')} and ${counted(manifest.pictures, 'picture file')} to ${file} (${megabytes(bytes)})`,
    )
    if (options.secret !== null)
      say(
        'The secret that signs sessions is in it, as are names, addresses and password hashes: keep it as you keep a key.',
      )
    return { ...manifest, bytes }
  } catch (fault) {
    if (options.signal?.aborted === true) throw new KeepingFailed('Stopped; nothing was written.')
    throw inDatabase(fault)
  } finally {
    options.signal?.removeEventListener('abort', cut)
    // In the middle of a COPY a connection would not hear that it is to close.
    cut()
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`

type Packing = BackupOptions & {
  readonly client: pg.Client
  readonly snapshot: Snapshot
  readonly members: Manifest['members']
  manifest?: Manifest
}

/** Every member in its order; the last one says what the others are. */
async function* packed(pack: Packing): AsyncGenerator<Member> {
  const { snapshot, client, product, members } = pack
  const note = (member: Member): Member => {
    members.push({ name: member.name, bytes: member.bytes.length, sha256: sha256Of(member.bytes) })
    return member
  }
  const tables: Table[] = []
  for (const table of snapshot.tables) {
    const rows = snapshot.rowsOf(table)
    for (let piece = 1; ; piece += 1) {
      const next = await rows.next()
      if (next.done === true) {
        tables.push(next.value)
        break
      }
      yield note({ name: tablePiece(table.name, piece), bytes: next.value })
    }
  }
  pack.say(
    `Tables: ${tables.length}, rows: ${tables.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('en-US')}`,
  )
  const sequences = await snapshot.sequences()
  await client.query('commit')

  const absent: string[] = []
  let pictures = 0
  for (const key of pictureKeys(snapshot.pictures)) {
    const bytes = await pack.files.read(key).catch(fault => {
      throw onDisk((fault as Error).cause ?? fault, 'The file store')
    })
    if (bytes === null) absent.push(key)
    else yield note({ name: pictureMember(key), bytes: Buffer.from(bytes) })
    pictures += bytes === null ? 0 : 1
    if (pictures > 0 && pictures % 500 === 0)
      pack.say(`Picture files: ${pictures.toLocaleString('en-US')} so far`)
  }
  const missing = await stillNamed(pack, absent)
  for (const key of missing)
    pack.say(`The picture ${key} is named in the database and is not in the file store`)
  if (pack.secret !== null) yield note({ name: SECRET, bytes: Buffer.from(pack.secret) })
  pack.manifest = {
    ...{ format: FORMAT, product, at: snapshot.at.toISOString(), postgresql: snapshot.postgresql },
    ...{ migrations: [...snapshot.migrations], tables, sequences, pictures, missing, members },
  }
  yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(pack.manifest, null, 1)) }
}

/** One that was taken away after the snapshot is not missed by anybody. */
async function stillNamed({ client }: Packing, absent: readonly string[]): Promise<string[]> {
  if (absent.length === 0) return []
  await client.query('begin read only')
  const { rows } = await client.query<{ mighty: boolean }>(
    'select rolsuper or rolbypassrls as mighty from pg_roles where rolname = current_user',
  )
  if (rows[0]?.mighty !== true) await client.query('set local role rigwright_keeper')
  const named = new Set(pictureKeys(await pictureRows(client)))
  await client.query('commit')
  return absent.filter(key => named.has(key))
}
