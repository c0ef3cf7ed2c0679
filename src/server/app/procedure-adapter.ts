// Answers procedures directly on Node's request and response, which costs a fraction of a web request and response.

import type { ServerResponse } from 'node:http'
import type { StandardHandleResult } from '@orpc/server/standard'
import { RPC_VERSION } from '#contract/version.ts'
import { checkQuery, readJson } from '#server/http/middleware/body-parser.ts'
import type { Exchange } from '#server/rpc/exchange.ts'
import { JsonText } from '#server/rpc/raw-json.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { restHandler, rpcHandler } from './handlers.ts'

type StandardResponse = Extract<StandardHandleResult, { matched: true }>['response']

/** Sends a response whose body is JSON, or which has none. */
export function sendJson(
  outgoing: ServerResponse,
  { status, headers, body }: Pick<StandardResponse, 'status' | 'headers' | 'body'>,
): void {
  const text = body instanceof JsonText ? body.text : JSON.stringify(body)
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) outgoing.setHeader(name, value)
  if (text !== undefined) {
    outgoing.setHeader('Content-Type', 'application/json')
    outgoing.setHeader('Content-Length', Buffer.byteLength(text))
  }
  outgoing.writeHead(status)
  outgoing.end(text)
}

/** Aborted when the client disconnects before the response is sent. */
function abortSignalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController()
  outgoing.once('close', () => outgoing.writableFinished || controller.abort())
  return controller.signal
}

/** Errors are reported once permissions are checked, so the procedure starts without input. */
function rejectInput({ call }: RequestContext, error: unknown): object {
  call.bodyError = error as Error
  return {}
}

/** Answers with the procedure at the request's address; false if there is none. */
export async function answerProcedure(exchange: Exchange, context: RequestContext): Promise<boolean> {
  const { incoming, outgoing, method, isRpc } = exchange
  if (exchange.url === null) return false
  // A page of an earlier version takes this for a server that is away: it keeps what it has to send until it is reloaded.
  if (isRpc && incoming.headers['rpc-version'] !== RPC_VERSION) {
    sendJson(outgoing, { status: 503, headers: {}, body: {} })
    return true
  }
  const url = new URL(exchange.url)
  try {
    checkQuery(url)
  } catch (error) {
    rejectInput(context, error)
    url.search = ''
  }
  const [handler, prefix] = isRpc ? ([rpcHandler, '/rpc'] as const) : ([restHandler, '/api'] as const)
  const body = () => readJson(incoming).catch(error => rejectInput(context, error))
  // Node sends a HEAD request's answer without its body.
  const isHead = method === 'HEAD' && !isRpc
  const request = {
    method: isHead ? 'GET' : method,
    url,
    headers: incoming.headers,
    body,
    signal: abortSignalOf(outgoing),
  }
  const { matched, response } = await handler.handle(request, { prefix, context })
  if (!matched) return false
  exchange.route = context.call.name ?? undefined
  sendJson(outgoing, response)
  return true
}
