// Shared by the image routes. Uploading: permissions are checked before a byte is read, then the image is processed
// and written, and finally the database is updated.

import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as z from 'zod'
import { IMAGE_SIZES, type ImageSize } from '#domain/photos/photo.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type FileLocation, fileKeyOf } from '#server/files/file-keys.ts'
import type { FileReconciler } from '#server/files/file-reconciler.ts'
import type { ImageProcessor } from '#server/files/image-processor.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { isCompleted } from '#server/rpc/idempotency.ts'
import { parseIdempotencyKey, type RequestContext, runQuery } from '#server/rpc/procedures.ts'

export type FileRouteContext = {
  /** The actor and context of a request. */
  readonly contextFor: (c: Context) => Promise<RequestContext>
  readonly imageProcessor: ImageProcessor
  readonly fileReconciler: FileReconciler
}

/** Parses path parameters; NOT_FOUND if one is invalid. */
export function parseParams<T>(c: Context, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(c.req.param())
  if (!parsed.success) throw notFound()
  return parsed.data
}

/**
 * Runs `check` before a long upload is read. A request whose key has a stored response skips it and gets that
 * response.
 */
export function authorizeBeforeBody<T>(
  context: RequestContext,
  check: (work: UnitOfWork) => Promise<T>,
): Promise<T | null> {
  const key = parseIdempotencyKey(context)
  return runQuery(context, async work =>
    key !== null && (await isCompleted(work, key)) ? null : await check(work),
  )
}

/** The location of an image of the actor's company; a new one unless given. */
export function newFileLocation(
  { execution: { actor } }: RequestContext,
  ticketId: number | null,
  imageId: string = randomUUID(),
): FileLocation {
  return { companyId: 'companyId' in actor ? actor.companyId : '', ticketId, imageId }
}

const size = z.enum(IMAGE_SIZES).catch('small')

/** `private`: cached by the browser only, which revalidates each time. */
type CachePolicy = 'private' | 'public' | 'for ever'

const CACHE_CONTROL: Readonly<Record<CachePolicy, string>> = {
  private: 'private, no-cache',
  public: 'public, no-cache',
  'for ever': 'public, max-age=31536000, immutable',
}

/** Sends the image in the requested size (query parameter by default), or 304. */
export async function sendImage(
  c: Context,
  { fileReconciler }: FileRouteContext,
  location: FileLocation,
  policy: CachePolicy,
  requestedSize: ImageSize = size.parse(c.req.query('size')),
): Promise<Response> {
  const etag = `"${location.imageId}-${requestedSize}"`
  c.header('ETag', etag)
  c.header('Cache-Control', CACHE_CONTROL[policy])
  if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  const bytes = await fileReconciler.read(fileKeyOf(location, requestedSize))
  if (bytes === null) throw notFound()
  return c.body(bytes, 200, { 'Content-Type': 'image/webp', 'Content-Length': String(bytes.byteLength) })
}
