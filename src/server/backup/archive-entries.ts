// What lies in a backup file, one member after the other in a tar. A member is short enough for the
// memory: long tables are cut into pieces.

import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { extract, pack } from 'tar-stream'

export type Member = { readonly name: string; readonly bytes: Buffer }

export const MANIFEST = 'manifest.json'
export const SECRET = 'auth-secret'

export const tablePiece = (table: string, piece: number): string =>
  `tables/${table}/${String(piece).padStart(6, '0')}.copy`
export const pictureMember = (key: string): string => `pictures/${key}`

/** `tickets` of `tables/tickets/000001.copy`; null for everything else. */
export const tableOf = (name: string): string | null => /^tables\/(\w+)\/\d+\.copy$/.exec(name)?.[1] ?? null

/** The picture's key; null for everything else, and for a path that leads out of its folder. */
export const pictureOf = (name: string): string | null =>
  /^pictures\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/.exec(name)?.[1] ?? null

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The members as one tar, for their owner alone. */
export async function* tarOf(members: AsyncIterable<Member>, at: Date): AsyncGenerator<Buffer> {
  const tar = pack()
  const filling = (async () => {
    for await (const { name, bytes } of members)
      await new Promise<void>((resolve, reject) => {
        const header = { name, size: bytes.length, mode: 0o600, mtime: at }
        tar.entry(header, bytes, fault => (fault ? reject(fault) : resolve()))
      })
    tar.finalize()
  })()
  filling.catch(fault => tar.destroy(fault))
  yield* tar as AsyncIterable<Buffer>
  await filling
}

/** The members of a tar, in their order. Whoever stops early closes what it is read from. */
export async function* membersOf(tar: Readable): AsyncGenerator<Member> {
  const unpacking = extract()
  tar.once('error', fault => unpacking.destroy(fault))
  tar.pipe(unpacking)
  try {
    for await (const entry of unpacking) {
      const chunks: Buffer[] = []
      for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) }
    }
  } finally {
    tar.destroy()
  }
}
