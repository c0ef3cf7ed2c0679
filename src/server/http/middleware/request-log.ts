// Logs and counts each request: route and outcome, never contents.

import type { Context, Next } from 'hono'
import { routePath } from 'hono/route'
import type { Actor } from '#domain/account/actor.ts'
import type { Principal } from '#server/auth/auth.ts'
import { ADDRESS_HEADER } from '#server/auth/log-sign-in.ts'
import type { Logger } from '#server/lib/logger.ts'

/** The body: its JSON, undefined without one, and its error. */
export type ParsedBody = { readonly json?: unknown; readonly error?: Error }

/** Facts about a request while it is handled. */
export type RequestVariables = {
  requestId: string
  headers: Headers
  /** The JSON body, if it was read. */
  parsedBody?: ParsedBody
  /** The actor, once known. */
  principal?: Principal
  /** The name of the procedure. */
  procedure?: string
}

type RequestHandlerContext = Context<{ Variables: RequestVariables }>

/** The actor's log fields. */
export const actorFields = (actor: Actor | undefined) => ({
  actor: actor === undefined ? 'unknown' : 'id' in actor ? actor.id : actor.kind,
  company: actor !== undefined && 'companyId' in actor ? actor.companyId : null,
})

/** Milliseconds since `startedAt`, to the hundredth. */
export const msSince = (startedAt: number): number => Math.round((performance.now() - startedAt) * 100) / 100

/** The log fields of a request. */
export const logFields = (c: RequestHandlerContext) => ({
  requestId: c.get('requestId') ?? '',
  method: c.req.method,
  route: c.get('procedure') ?? routePath(c),
  ...actorFields(c.get('principal')?.actor),
  address: c.get('headers')?.get(ADDRESS_HEADER) ?? '',
})

/** Logs each request once its response starts. */
export const requestLogger = (log: Logger) => async (c: RequestHandlerContext, next: Next) => {
  const startedAt = performance.now()
  await next()
  const ms = msSince(startedAt)
  log.request({ ...logFields(c), status: c.res.status, ms })
}
