// The way of every request: the steps in this list, then a handler. oRPC answers procedures; the app's routes
// answer uploads, streams, sign-in and pages. What follows inside a procedure is in `handlers.ts` and
// `rpc/procedures.ts`.

import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createExchangeContexts } from '#server/http/exchange-context.ts'
import { logRequest } from '#server/http/middleware/request-log.ts'
import { securityHeaders } from '#server/http/middleware/security-headers.ts'
import { forbidden, methodNotAllowed } from '#server/lib/api-errors.ts'
import { networkOf, siteOf } from '#server/lib/client-ip.ts'
import { createTurnScheduler } from '#server/lib/turn-scheduler.ts'
import { Exchange } from '#server/rpc/exchange.ts'
import { answerProcedure, sendJson } from './procedure-adapter.ts'
import { type AppServices, createApp } from './routes.ts'

type PipelineOptions = Pick<AppServices, 'baseUrl' | 'log'> & {
  readonly headers: readonly (readonly [string, string])[]
}

/** A step answers nothing by itself; it throws to refuse the request. */
type Step = (exchange: Exchange, options: PipelineOptions) => void

const logWhenAnswered: Step = (exchange, { log }) => logRequest(exchange, log)

const setHeaders: Step = ({ outgoing, requestId }, { headers }) => {
  for (const [name, value] of headers) outgoing.setHeader(name, value)
  outgoing.setHeader('X-Request-Id', requestId)
  // A response that may be cached says so itself.
  outgoing.setHeader('Cache-Control', 'no-store')
}

/** The methods of addresses that begin so; the first match counts. */
const METHODS_BY_PATH: readonly (readonly [RegExp, readonly string[]])[] = [
  // A HEAD request for a stream would keep it open without a reader.
  [/^\/api\/live(\/|$)/, ['GET']],
  // TRACE echoes headers.
  [/^\/api\//, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']],
  // RPC would treat HEAD as a call.
  [/^\/rpc\//, ['GET', 'POST']],
]

const checkMethod: Step = ({ path, method, outgoing }) => {
  const [, methods] = METHODS_BY_PATH.find(([pattern]) => pattern.test(path)) ?? []
  if (methods === undefined || methods.includes(method)) return
  outgoing.setHeader('Allow', methods.join(', '))
  throw methodNotAllowed(methods)
}

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

const FOREIGN_SITES = ['cross-site', 'same-site']

/** Whether another site's page sent the request, which may not use this browser's session. */
function isCrossSite(exchange: Exchange, baseUrl: string | undefined): boolean {
  const origin = exchange.header('origin')
  // A browser that hides the origin still sends Sec-Fetch-Site.
  if (origin === undefined) return FOREIGN_SITES.includes(exchange.header('sec-fetch-site') ?? '')
  return origin !== baseUrl && (!URL.canParse(origin) || new URL(origin).host !== exchange.header('host'))
}

const checkOrigin: Step = (exchange, { baseUrl }) => {
  if (!SAFE_METHODS.includes(exchange.method) && isCrossSite(exchange, baseUrl))
    throw forbidden('This request came from another site and was blocked.')
}

/** How many requests of one site start in one turn of the event loop. */
const REQUESTS_PER_TURN = 8

const STEPS: readonly Step[] = [logWhenAnswered, setHeaders, checkMethod, checkOrigin]

/** Answers every request of the server. */
export async function createPipeline(services: AppServices): Promise<RequestListener> {
  const { baseUrl, externalServices, log, web } = services
  const contexts = createExchangeContexts(services)
  const { isHttps, readAddress, contextOf, toErrorResponse } = contexts
  const headers = await securityHeaders({ isHttps, tiles: externalServices.tiles, scripts: web?.scripts })
  const app = createApp(services, contexts)

  function answerByApp(exchange: Exchange): Promise<void> {
    const { incoming, outgoing } = exchange
    const fetchFromApp = async (request: Request) => {
      const response = await app.fetch(request, { incoming, outgoing, exchange })
      // A client that has disconnected gets no response.
      if (outgoing.destroyed) exchange.log(response.status)
      return response
    }
    // Health checks over HTTP/1.0 name no host.
    return getRequestListener(fetchFromApp, { hostname: 'localhost' })(incoming, outgoing)
  }

  async function answer(exchange: Exchange): Promise<void> {
    try {
      for (const step of STEPS) step(exchange, { baseUrl, log, headers })
      if (exchange.isApi && (await answerProcedure(exchange, contextOf(exchange)))) return
    } catch (error) {
      sendJson(exchange.outgoing, toErrorResponse(exchange, error))
      return
    }
    await answerByApp(exchange)
  }

  const schedule = createTurnScheduler(REQUESTS_PER_TURN)
  return (incoming, outgoing) => {
    const { remoteAddress = '' } = incoming.socket
    const address = readAddress(remoteAddress, incoming.headers['x-forwarded-for']?.toString() ?? null)
    schedule(siteOf(networkOf(address)), () => {
      if (outgoing.destroyed) return
      answer(new Exchange(incoming, outgoing, address)).catch(error => {
        log.error('Could not answer a request.', error)
        outgoing.destroy()
      })
    })
  }
}
