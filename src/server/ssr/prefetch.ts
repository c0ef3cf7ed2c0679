// Runs a page's first queries before it is sent, through the same pipeline as when the page sends them itself: same
// permissions, input and output checks and rate limits.

import type { StandardRPCHandler } from '@orpc/server/standard'
import type { PageQuery } from '#contract/pages/page-queries.ts'
import { ANONYMOUS } from '#server/auth/auth.ts'
import { JsonText } from '#server/rpc/raw-json.ts'
import { newCall, type RequestContext } from '#server/rpc/request-context.ts'
import type { StreamCursor } from './stream-cursors.ts'

/** The handler of `/rpc`. */
export type RpcHandler = Pick<StandardRPCHandler<RequestContext>, 'handle'>

/** `response` is what the typed client would receive. */
export type PrefetchedQuery = Pick<PageQuery, 'name' | 'input'> & {
  readonly response: { readonly json?: unknown; readonly meta?: unknown }
}

/** The answers, and the names of the queries that found nothing. */
type PrefetchedQueries = {
  readonly answers: readonly PrefetchedQuery[]
  readonly missing: readonly string[]
}

/** Not found, or an invalid id: addresses are also typed by hand. */
const isMissing = (status: number | undefined): boolean => status === 404 || status === 400

async function runQuery(
  { name, input }: PageQuery,
  context: RequestContext,
  rpcHandler: RpcHandler,
): Promise<PrefetchedQueries> {
  const request = {
    method: 'POST',
    url: new URL(`http://localhost/rpc/${name.replaceAll('.', '/')}`),
    headers: {},
    body: async () => ({ json: input }),
    signal: undefined,
  }
  const { response } = await rpcHandler.handle(request, { prefix: '/rpc', context })
  // The page sends a refused or failed query again and shows its error.
  if (response?.status !== 200) return { answers: [], missing: isMissing(response?.status) ? [name] : [] }
  const { body } = response
  return {
    answers: [{ name, input, response: body instanceof JsonText ? JSON.parse(body.text) : body }],
    missing: [],
  }
}

export async function prefetchQueries(
  queries: readonly PageQuery[],
  context: RequestContext,
  rpcHandler: RpcHandler,
): Promise<PrefetchedQueries> {
  const { principal } = context.call
  const contextOfQuery = (): RequestContext => ({
    ...context,
    call: newCall(),
    session: { getCached: () => null, evict: () => {}, lookUp: async () => principal ?? ANONYMOUS },
    idempotencyKey: null,
    setRetryAfter: () => {},
  })
  const results = await Promise.all(queries.map(query => runQuery(query, contextOfQuery(), rpcHandler)))
  return { answers: results.flatMap(each => each.answers), missing: results.flatMap(each => each.missing) }
}

/** A data block in the page. A name that contains `</script>` must not end it. */
export function toJsonScript(
  id: 'prefetched-queries' | 'stream-cursors',
  data: readonly (PrefetchedQuery | StreamCursor)[],
): string {
  const text = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, character => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${code}`
  })
  return `<script type="application/json" id="${id}">${text}</script>`
}
