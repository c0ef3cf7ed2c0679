// Shared by the routes of images and documents.

import type { Context } from 'hono'
import type * as z from 'zod'
import type { FileReconciler } from '#server/files/file-reconciler.ts'
import type { ImageProcessor } from '#server/files/image-processor.ts'
import { invalidBy } from '#server/lib/api-errors.ts'
import type { Requester } from '#server/lib/limiter.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

export type FileRouteContext = {
  /** The actor and context of a request. */
  readonly contextFor: (c: Context) => Promise<RequestContext>
  readonly imageProcessor: ImageProcessor
  readonly fileReconciler: FileReconciler
}

/** Who asks for images and documents, which take long. */
export const requesterOf = ({ execution: { client } }: RequestContext, { signal }: Request): Requester => ({
  key: client,
  signal,
})

/** Parses path parameters. Throws INVALID for a malformed one, as procedures do. */
export function parseParams<T>(c: Context, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(c.req.param())
  if (!parsed.success) throw invalidBy(parsed.error.issues)
  return parsed.data
}
