// Logs and counts each request once its response starts: route and outcome, never contents.

import type { Actor } from '#domain/account/actor.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Exchange } from '#server/rpc/exchange.ts'

const actorFields = (actor: Actor | undefined) => ({
  actor: actor === undefined ? 'unknown' : 'id' in actor ? actor.id : actor.kind,
  company: actor !== undefined && 'companyId' in actor ? actor.companyId : null,
})

/** The log fields of a request. */
export const logFields = ({ requestId, method, route, isRpc, principal, address }: Exchange) => ({
  requestId,
  method,
  route: route ?? (isRpc ? '/rpc/*' : '/api/*'),
  ...actorFields(principal?.actor),
  address,
})

/** Milliseconds since `startedAt`, to the hundredth. */
const msSince = (startedAt: number): number => Math.round((performance.now() - startedAt) * 100) / 100

/** Logs the request once, right after the start of its response was sent. Files are not logged. */
export function logRequest(exchange: Exchange, log: Logger): void {
  const { outgoing, startedAt } = exchange
  let isLogged = false
  exchange.log = (status, ms = msSince(startedAt)) => {
    if (isLogged || !(exchange.isApi || exchange.route !== undefined)) return
    isLogged = true
    log.request({ ...logFields(exchange), status, ms })
  }
  const writeHead = outgoing.writeHead.bind(outgoing) as (...headers: unknown[]) => typeof outgoing
  outgoing.writeHead = (...headers: unknown[]) => {
    const written = writeHead(...headers)
    const ms = msSince(startedAt)
    // Only then: the response and live events do not wait for it.
    setImmediate(() => exchange.log(outgoing.statusCode, ms))
    return written
  }
}
