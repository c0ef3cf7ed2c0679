// The entries of a backup file, a tar. An entry fits in memory: long tables are split into pieces.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { extract, pack } from 'tar-stream'

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
