// One person with a browser that does not give up: a command that got no answer is sent again under
// the same key, until it gets one.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import type { Client } from '../../support/test-app.ts'

const PATIENCE_MS = 40_000
const LONGEST_MS = 120_000

/** A whole answer that is not the one that was hoped for. */
export class Refused extends Error {
  override readonly name = 'Refused'
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

export type Caller = {
  readonly id: string
  readonly client: Client
  /** Any address; throws Refused for an answer that is no success. */
  readonly fetch: (path: string, init: RequestInit) => Promise<unknown>
  /** Asks under one key until there is an answer. */
  readonly insist: (ask: (key: string) => Promise<unknown>, key?: string) => Promise<Outcome>
  /** How often there was none, and what was answered that nobody may ever see. */
  readonly met: { unanswered: number; readonly wrong: string[] }
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

function refusedOf(fault: unknown): Refused | null {
  if (fault instanceof Refused) return fault
  return fault instanceof ORPCError ? new Refused(fault.status, fault.code, fault.message) : null
}

/** `url` is asked anew for each try: somebody may be sent to another server. */
export function callerOf(id: string, cookie: string, url: () => string): Caller {
  const met: Caller['met'] = { unanswered: 0, wrong: [] }
  const link = new RPCLink<{ idempotencyKey?: string }>({
    url: () => `${url()}/rpc`,
    headers: ({ context: { idempotencyKey: key } }) => ({
      cookie,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }),
    fetch: (request, init) =>
      globalThis.fetch(request, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) } as RequestInit),
  })

  const ask: Caller['fetch'] = async (path, init) => {
    const headers = { cookie, ...(init.headers as Record<string, string> | undefined) }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await globalThis.fetch(`${url()}${path}`, { ...init, headers, signal })
    const body = (await response.json()) as { code?: string; message?: string }
    if (!response.ok) throw new Refused(response.status, body.code ?? '', body.message ?? '')
    return body
  }

  const insist: Caller['insist'] = async (act, key = randomUUID()) => {
    const giveUpAt = performance.now() + LONGEST_MS
    for (;;) {
      try {
        return { isDone: true, answer: await act(key) }
      } catch (fault) {
        const refused = refusedOf(fault)
        if (refused !== null && refused.status < 500)
          return { isDone: false, code: refused.code, message: refused.message }
        if (refused !== null && refused.code !== 'SERVICE_UNAVAILABLE')
          met.wrong.push(`${refused.status} ${refused.code} ${refused.message}`)
        met.unanswered += 1
        if (performance.now() > giveUpAt)
          throw new Error('There was no answer for too long.', { cause: fault })
        await sleep(60)
      }
    }
  }

  return { id, client: createORPCClient(link), fetch: ask, insist, met }
}
