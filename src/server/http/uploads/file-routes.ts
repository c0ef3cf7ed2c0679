// What the routes that take and give pictures share. A picture's way in: the rights are asked before
// a byte of it is read, then it is drawn anew and written, and last the database hears of it.

import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as z from 'zod'
import { IMAGE_SIZES, type ImageSize } from '#domain/photos/photo.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type FileLocation, fileKeyOf } from '#server/files/file-keys.ts'
import type { FileReconciler } from '#server/files/file-reconciler.ts'
import type { ImageProcessor } from '#server/files/image-processing.ts'
import { notFound } from '#server/lib/errors.ts'
import { isCompleted } from '#server/rpc/idempotency.ts'
import { parseIdempotencyKey, type RequestContext, runQuery } from '#server/rpc/procedures.ts'

export type FileRouteContext = {
  /** Who asks, and everything else that is known of a request. */
  readonly contextFor: (c: Context) => Promise<RequestContext>
  readonly imageProcessor: ImageProcessor
  readonly fileReconciler: FileReconciler
}

/** The parts of a path; NOT_FOUND when one of them cannot be what it stands for. */
export function parseParams<T>(c: Context, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(c.req.param())
  if (!parsed.success) throw notFound()
  return parsed.data
}

/**
 * Asks `check` before a long upload is read. A request whose key has had its answer is let through: it
 * gets that answer, whatever has happened since.
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

/** Where a picture of the asker's company lies; a new one unless it is named. */
export function newFileLocation(
  { execution: { actor } }: RequestContext,
  ticketId: number | null,
  imageId: string = randomUUID(),
): FileLocation {
  return { companyId: 'companyId' in actor ? actor.companyId : '', ticketId, imageId }
}

const size = z.enum(IMAGE_SIZES).catch('small')

/** `private`: kept by the reader alone, and the rights are asked again at each look. */
type CachePolicy = 'private' | 'public' | 'for ever'

const CACHE_CONTROL: Readonly<Record<CachePolicy, string>> = {
  private: 'private, no-cache',
  public: 'public, no-cache',
  'for ever': 'public, max-age=31536000, immutable',
}

/** Answers with the picture in the size that was asked for, in the query unless named, or 304 to whoever has it. */
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
