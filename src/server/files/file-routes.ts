// What the routes that take and give pictures share. A picture's way in: the rights are asked before
// a byte of it is read, then it is drawn anew and written, and last the database hears of it.

import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import * as z from 'zod'
import { PICTURE_SIZES, type PictureSize } from '#domain/photos/photo.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { notFound } from '#server/rpc/errors.ts'
import { wasAnswered } from '#server/rpc/idempotency.ts'
import { asQuery, checkedKey, type RequestContext } from '#server/rpc/procedures.ts'
import { keyOf, type PicturePlace } from './file-keys.ts'
import type { PictureKeeper } from './file-reconciler.ts'
import type { Pictures } from './image-processing.ts'

export type PictureDoor = {
  /** Who asks, and everything else that is known of a request. */
  readonly asking: (c: Context) => Promise<RequestContext>
  readonly pictures: Pictures
  readonly keeper: PictureKeeper
}

/** The parts of a path; NOT_FOUND when one of them cannot be what it stands for. */
export function pathOf<T>(c: Context, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(c.req.param())
  if (!parsed.success) throw notFound()
  return parsed.data
}

/**
 * Asks `check` before a long upload is read. A request whose key has had its answer is let through: it
 * gets that answer, whatever has happened since.
 */
export function beforeReading<T>(
  context: RequestContext,
  check: (work: Work) => Promise<T>,
): Promise<T | null> {
  const key = checkedKey(context)
  return asQuery(context, async work =>
    key !== null && (await wasAnswered(work, key)) ? null : await check(work),
  )
}

/** Where a picture of the asker's company lies; a new one unless it is named. */
export function placeOf(
  { occasion: { actor } }: RequestContext,
  ticketId: number | null,
  pictureId: string = randomUUID(),
): PicturePlace {
  return { companyId: 'companyId' in actor ? actor.companyId : '', ticketId, pictureId }
}

const size = z.enum(PICTURE_SIZES).catch('small')

/** `private`: kept by the reader alone, and the rights are asked again at each look. */
type Keeping = 'private' | 'public' | 'for ever'

const CACHE_CONTROL: Readonly<Record<Keeping, string>> = {
  private: 'private, no-cache',
  public: 'public, no-cache',
  'for ever': 'public, max-age=31536000, immutable',
}

/** Answers with the picture in the size that was asked for, in the query unless named, or 304 to whoever has it. */
export async function sendPicture(
  c: Context,
  { keeper }: PictureDoor,
  place: PicturePlace,
  keeping: Keeping,
  wanted: PictureSize = size.parse(c.req.query('size')),
): Promise<Response> {
  const tag = `"${place.pictureId}-${wanted}"`
  c.header('ETag', tag)
  c.header('Cache-Control', CACHE_CONTROL[keeping])
  if (c.req.header('if-none-match') === tag) return c.body(null, 304)
  const bytes = await keeper.read(keyOf(place, wanted))
  if (bytes === null) throw notFound()
  return c.body(bytes, 200, { 'Content-Type': 'image/webp', 'Content-Length': String(bytes.byteLength) })
}
