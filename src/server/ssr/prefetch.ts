// What a page would ask first, asked before it is sent: through the same door, with the same rights, input and
// output checks and limits as when the page asks itself.

import { handleRpc } from '#server/rpc/handlers.ts'
import type { ProcedureName } from '#server/rpc/procedure-permissions.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import type { PageQuery } from './page-manifest.ts'
import type { StreamCursor } from './stream-cursors.ts'

/** `answer` is as the typed client gets it over the wire. */
export type PrefetchedQuery = Pick<PageQuery, 'name' | 'input'> & {
  readonly response: { readonly json?: unknown; readonly meta?: unknown }
}

/** What was answered, and the names of what is not there. */
type PrefetchedQueries = {
  readonly answers: readonly PrefetchedQuery[]
  readonly missing: readonly ProcedureName[]
}

/** What is not there, or could not be: an address is typed by hand as well. */
const isMissing = (status: number | undefined): boolean => status === 404 || status === 400

async function runQuery({ name, input }: PageQuery, context: RequestContext): Promise<PrefetchedQueries> {
  const request = new Request(`http://house/rpc/${name.replaceAll('.', '/')}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const response = await handleRpc(request, context)
  // What was refused, or did not go through, the page asks again and says so in its own words.
  if (response?.ok !== true) return { answers: [], missing: isMissing(response?.status) ? [name] : [] }
  return { answers: [{ name, input, response: (await response.json()) as object }], missing: [] }
}

export async function prefetchQueries(
  queries: readonly PageQuery[],
  context: RequestContext,
): Promise<PrefetchedQueries> {
  const requestContext = { ...context, idempotencyKey: null, setRetryAfter: () => {} }
  const results = await Promise.all(queries.map(query => runQuery(query, requestContext)))
  return { answers: results.flatMap(each => each.answers), missing: results.flatMap(each => each.missing) }
}

/** As a block of the page that no browser runs. A name with `</script>` in it must not end the block. */
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
