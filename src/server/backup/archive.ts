// A backup file is a tar; its last entry, the manifest, describes the others. An entry fits in memory: long tables are
// split into pieces.

import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { extract, pack } from 'tar-stream'
import * as z from 'zod'
import { BackupError } from './backup-errors.ts'

export type ArchiveEntry = { readonly name: string; readonly bytes: Buffer }

export const MANIFEST = 'manifest.json'
export const SECRET = 'auth-secret'

export const tablePartName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`
export const imageEntryName = (key: string): string => `images/${key}`

/** `tickets` for `tables/tickets/000001.copy`; null for everything else. */
export const tableOfEntry = (name: string): string | null =>
  /^tables\/(\w+)\/\d+\.copy$/.exec(name)?.[1] ?? null

/** The image's key; null for everything else, and for a path that leaves its folder. */
export const imageKeyOfEntry = (name: string): string | null =>
  /^images\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/.exec(name)?.[1] ?? null

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The entries as one tar, readable only by the owner. */
export async function* createTar(entries: AsyncIterable<ArchiveEntry>, at: Date): AsyncGenerator<Buffer> {
  const tar = pack()
  const writing = (async () => {
    for await (const { name, bytes } of entries)
      await new Promise<void>((resolve, reject) => {
        const header = { name, size: bytes.length, mode: 0o600, mtime: at }
        tar.entry(header, bytes, error => (error ? reject(error) : resolve()))
      })
    tar.finalize()
  })()
  writing.catch(error => tar.destroy(error))
  yield* tar as AsyncIterable<Buffer>
  await writing
}

/** The entries of a tar, in order. Stopping early closes the source. */
export async function* readTar(tar: Readable): AsyncGenerator<ArchiveEntry> {
  const extractor = extract()
  tar.once('error', error => extractor.destroy(error))
  tar.pipe(extractor)
  try {
    for await (const entry of extractor) {
      const chunks: Buffer[] = []
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) }
    }
  } finally {
    tar.destroy()
  }
}

/** Increased when earlier programs could not restore this format. */
export const FORMAT = 1

const schema = z.object({
  format: z.literal(FORMAT),
  /** The version of Rigwright that made it. */
  product: z.string(),
  /** The time of the snapshot. */
  at: z.iso.datetime(),
  postgresql: z.string(),
  /** The migrations of the database, in order; a restore applies exactly these. */
  migrations: z.array(z.string()).min(1),
  /** In an order in which referenced rows come first. */
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** Of all its rows as COPY writes them. */
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  images: z.int().min(0),
  /** Images that the database refers to but the file store did not have. */
  missing: z.array(z.string()),
  members: z.array(z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string() })),
})

export type Manifest = z.infer<typeof schema>
export type Table = Manifest['tables'][number]
export type Sequence = Manifest['sequences'][number]

/** Throws a BackupError with one sentence if this program cannot read it. */
export function parseManifest(bytes: Buffer | undefined, file: string): Manifest {
  if (bytes === undefined) throw new BackupError(`${basename(file)} is not a Rigwright backup.`)
  const content: unknown = JSON.parse(bytes.toString('utf8'))
  const { format, product } = content as Partial<Record<'format' | 'product', unknown>>
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(
      `${basename(file)} was made by a newer Rigwright (${product}); restore it with that one.`,
    )
  const parsed = schema.safeParse(content)
  if (!parsed.success) throw new BackupError(`${basename(file)} is not a Rigwright backup.`)
  return parsed.data
}
