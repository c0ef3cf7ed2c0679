import type { Context } from 'hono'
import * as z from 'zod'
import { IMAGE_SIZES, type ImageSize } from '#domain/photos/photo.ts'
import { type FileLocation, fileKeyOf } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import type { FileRouteContext } from './file-route-context.ts'

const size = z.enum(IMAGE_SIZES).catch('small')

/** `private`: cached by the browser only, which revalidates each time. */
type CachePolicy = 'private' | 'public' | 'immutable'

const CACHE_CONTROL: Readonly<Record<CachePolicy, string>> = {
  private: 'private, no-cache',
  public: 'public, no-cache',
  immutable: 'public, max-age=31536000, immutable',
}

/** Sends the image in the requested size (query parameter by default), or 304. */
export async function sendImage(
  c: Context,
  { fileJournal }: FileRouteContext,
  location: FileLocation,
  policy: CachePolicy,
  requestedSize: ImageSize = size.parse(c.req.query('size')),
): Promise<Response> {
  const etag = `"${location.imageId}-${requestedSize}"`
  c.header('ETag', etag)
  c.header('Cache-Control', CACHE_CONTROL[policy])
  if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  const bytes = await fileJournal.read(fileKeyOf(location, requestedSize))
  if (bytes === null) throw notFound()
  return c.body(bytes, 200, { 'Content-Type': 'image/webp', 'Content-Length': String(bytes.byteLength) })
}
