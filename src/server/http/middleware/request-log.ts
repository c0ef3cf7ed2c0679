// Each request as the log and the figures see it: what was asked and how it ended, never what was sent.

import type { Context, Next } from 'hono'
import { routePath } from 'hono/route'
import type { Actor } from '#domain/account/actor.ts'
import type { Person } from '#server/auth/auth.ts'
import { ADDRESS_HEADER } from '#server/auth/sign-in-log.ts'
import type { Log } from '#server/lib/logger.ts'

/** What was sent: its JSON, undefined where there is none, and why it cannot be used. */
export type Sent = { readonly json?: unknown; readonly fault?: Error }

/** What is known of a request while it is answered. */
export type Variables = {
  requestId: string
  headers: Headers
  /** What was sent as JSON, where that is read. */
  sent?: Sent
  /** Who asks, once that is known. */
  person?: Person
  /** The name of what was asked of the contract. */
  procedure?: string
}

type Seen = Context<{ Variables: Variables }>

/** Who asked, as the log names them. */
export const whoAsked = (actor: Actor | undefined) => ({
  actor: actor === undefined ? 'unknown' : 'id' in actor ? actor.id : actor.kind,
  company: actor !== undefined && 'companyId' in actor ? actor.companyId : null,
})

/** Milliseconds since `began`, to the hundredth. */
export const msSince = (began: number): number => Math.round((performance.now() - began) * 100) / 100

/** What tells one request from another in the log. */
export const factsOf = (c: Seen) => ({
  requestId: c.get('requestId') ?? '',
  method: c.req.method,
  route: c.get('procedure') ?? routePath(c),
  ...whoAsked(c.get('person')?.actor),
  address: c.get('headers')?.get(ADDRESS_HEADER) ?? '',
})

/** Notes each request once its answer begins. */
export const seeing = (log: Log) => async (c: Seen, next: Next) => {
  const began = performance.now()
  await next()
  const ms = msSince(began)
  log.request({ ...factsOf(c), status: c.res.status, ms })
}
