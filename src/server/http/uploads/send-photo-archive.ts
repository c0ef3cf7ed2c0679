// Photos as one ZIP file, written while it is sent: one photo at a time is in memory.

import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { MAX_PIXELS } from '#domain/photos/photo.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { type FileLocation, fileKeyOf } from '#server/files/file-keys.ts'
import { loadSharp } from '#server/files/load-sharp.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { createKeyedLimiter, type Requester } from '#server/lib/limiter.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { requesterOf } from './file-route-context.ts'

export type ArchivedPhoto = {
  readonly fileName: string
  /** The time of the file. */
  readonly at: Date
  /** Where it is stored. Throws if it may not be read any more. */
  readonly locate: () => Promise<FileLocation>
}

const QUALITY = 92
const TIMEOUT_SECONDS = 20

/** Between two photos of one client those of others get their turn. */
const limitEncoding = createKeyedLimiter(1)

/** In a format that every program opens. */
async function toJpeg(webp: Uint8Array): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(webp, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .toBuffer()
}

/** A photo whose file was deleted meanwhile is left out. */
async function* zipped(
  photos: readonly ArchivedPhoto[],
  readFile: FileJournal['read'],
  { key, signal }: Requester,
): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import('fflate')
  let chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  const written = () => {
    const ready = chunks
    chunks = []
    return ready
  }
  for (const { fileName, at, locate } of photos) {
    const webp = await readFile(fileKeyOf(await locate(), 'large'))
    if (webp === null) continue
    const jpeg = await limitEncoding(key, () => toJpeg(webp), signal)
    const entry = new ZipPassThrough(fileName)
    entry.mtime = at
    zip.add(entry)
    entry.push(jpeg, true)
    yield* written()
  }
  zip.end()
  yield* written()
}

/** Answers with the photos; NOT_FOUND without any. An error is logged and breaks the download. */
export function sendPhotoArchive(
  c: Context,
  context: RequestContext,
  readFile: FileJournal['read'],
  { name, photos }: { readonly name: string; readonly photos: readonly ArchivedPhoto[] },
): Response {
  if (photos.length === 0) throw notFound('There are no photos.')
  const requester = requesterOf(context, c.req.raw)
  const content = Readable.from(zipped(photos, readFile, requester), { objectMode: false })
  content.on('error', error => {
    if (!requester.signal.aborted) context.logError(error)
  })
  return c.body(Readable.toWeb(content) as ReadableStream, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="${name}.zip"`,
    'Cache-Control': 'private, no-store',
  })
}
