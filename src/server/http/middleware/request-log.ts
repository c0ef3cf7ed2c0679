// Each request as the log and the figures see it: what was asked and how it ended, never what was sent.

import type { Context, Next } from 'hono'
import { routePath } from 'hono/route'
import type { Actor } from '#domain/account/actor.ts'
import type { Principal } from '#server/auth/auth.ts'
import { ADDRESS_HEADER } from '#server/auth/sign-in-log.ts'
import type { Logger } from '#server/lib/logger.ts'

/** What was sent: its JSON, undefined where there is none, and why it cannot be used. */
export type ParsedBody = { readonly json?: unknown; readonly error?: Error }

/** What is known of a request while it is answered. */
export type RequestVariables = {
  requestId: string
  headers: Headers
  /** What was sent as JSON, where that is read. */
  parsedBody?: ParsedBody
  /** Who asks, once that is known. */
  principal?: Principal
  /** The name of what was asked of the contract. */
  procedure?: string
}

type RequestHandlerContext = Context<{ Variables: RequestVariables }>

/** Who asked, as the log names them. */
export const actorFields = (actor: Actor | undefined) => ({
  actor: actor === undefined ? 'unknown' : 'id' in actor ? actor.id : actor.kind,
  company: actor !== undefined && 'companyId' in actor ? actor.companyId : null,
})

/** Milliseconds since `began`, to the hundredth. */
export const msSince = (startedAt: number): number => Math.round((performance.now() - startedAt) * 100) / 100

/** What tells one request from another in the log. */
export const logFields = (c: RequestHandlerContext) => ({
  requestId: c.get('requestId') ?? '',
  method: c.req.method,
  route: c.get('procedure') ?? routePath(c),
  ...actorFields(c.get('principal')?.actor),
  address: c.get('headers')?.get(ADDRESS_HEADER) ?? '',
})

/** Notes each request once its answer begins. */
export const requestLogger = (log: Logger) => async (c: RequestHandlerContext, next: Next) => {
  const startedAt = performance.now()
  await next()
  const ms = msSince(startedAt)
  log.request({ ...logFields(c), status: c.res.status, ms })
}
