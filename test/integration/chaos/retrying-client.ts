// A client that retries: a command without a response is sent again under the same key, until it has one.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { type Client, inDollars, RPC_HEADERS } from '../../support/test-app.ts'

const TIMEOUT_MS = 40_000
const MAX_RETRY_MS = 120_000

/** A complete response that is an error. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type Outcome =
  | { readonly isDone: true; readonly answer: unknown }
  | { readonly isDone: false; readonly code: string; readonly message: string }

export type RetryingClient = {
  readonly id: string
  readonly client: Client
  /** Any URL; throws RefusedError for an error response. */
  readonly fetch: (path: string, init: RequestInit) => Promise<unknown>
  /** Calls under one key until there is a response. */
  readonly retryUntilDone: (ask: (key: string) => Promise<unknown>, key?: string) => Promise<Outcome>
  /** How often there was no response, and responses that must never occur. */
  readonly stats: { unanswered: number; readonly wrong: string[] }
}

export async function signIn(url: string, email: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`${email} cannot sign in: ${response.status} ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

function toRefusedError(error: unknown): RefusedError | null {
  if (error instanceof RefusedError) return error
  return error instanceof ORPCError ? new RefusedError(error.status, error.code, error.message) : null
}

/** `url` is called for each try: a retry may go to another server. */
export function createRetryingClient(id: string, cookie: string, url: () => string): RetryingClient {
  const stats: RetryingClient['stats'] = { unanswered: 0, wrong: [] }
  const link = new RPCLink<{ idempotencyKey?: string }>({
    url: () => `${url()}/rpc`,
    headers: ({ context: { idempotencyKey: key } }) => ({
      ...{ ...RPC_HEADERS, cookie },
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }),
    fetch: (request, init) =>
      globalThis.fetch(request, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) } as RequestInit),
  })

  const ask: RetryingClient['fetch'] = async (path, init) => {
    const headers = { cookie, ...(init.headers as Record<string, string> | undefined) }
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await globalThis.fetch(`${url()}${path}`, { ...init, headers, signal })
    const body = (await response.json()) as { code?: string; message?: string }
    if (!response.ok) throw new RefusedError(response.status, body.code ?? '', body.message ?? '')
    return body
  }

  const retryUntilDone: RetryingClient['retryUntilDone'] = async (act, key = randomUUID()) => {
    const giveUpAt = performance.now() + MAX_RETRY_MS
    for (;;) {
      try {
        return { isDone: true, answer: await act(key) }
      } catch (error) {
        const refused = toRefusedError(error)
        if (refused !== null && refused.status < 500)
          return { isDone: false, code: refused.code, message: refused.message }
        if (refused !== null && refused.code !== 'SERVICE_UNAVAILABLE')
          stats.wrong.push(`${refused.status} ${refused.code} ${refused.message}`)
        stats.unanswered += 1
        if (performance.now() > giveUpAt)
          throw new Error('There was no answer for too long.', { cause: error })
        await sleep(60)
      }
    }
  }

  return { id, client: createORPCClient(inDollars(link)), fetch: ask, retryUntilDone, stats }
}
