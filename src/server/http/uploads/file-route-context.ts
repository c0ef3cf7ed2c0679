// Shared by the routes of images and documents.

import type { Context, Hono } from 'hono'
import type * as z from 'zod'
import type { Route } from '#contract/procedure/route.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import type { ImageProcessor } from '#server/files/image-processor.ts'
import { invalidBy } from '#server/lib/api-errors.ts'
import type { Requester } from '#server/lib/limiter.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

export type FileRouteContext = {
  /** The actor and context of a request. */
  readonly contextFor: (c: Context) => Promise<RequestContext>
  readonly imageProcessor: ImageProcessor
  readonly fileJournal: FileJournal
}

/** Who asks for images and documents, which take long. */
export const requesterOf = ({ execution: { client } }: RequestContext, { signal }: Request): Requester => ({
  key: client,
  signal,
})

/** `/tickets/{ticketId}` as the router writes it. */
export const routerPath = ({ path }: Pick<Route, 'path'>): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/**
 * Adds a route of the contract. Its permission is checked first; then a malformed path is INVALID, as with
 * procedures.
 */
export function addRoute<Params extends z.ZodObject>(
  routes: Hono,
  contextFor: FileRouteContext['contextFor'],
  route: Route<Params>,
  answer: (c: Context, context: RequestContext, params: z.output<Params>) => Promise<Response>,
): void {
  const { method, permission, params } = route
  routes.on(method, routerPath(route), async c => {
    const context = await contextFor(c)
    if (permission !== 'public') authorize(context.execution, permission)
    const parsed = params.safeParse(c.req.param())
    if (!parsed.success) throw invalidBy(parsed.error.issues)
    return answer(c, context, parsed.data)
  })
}
