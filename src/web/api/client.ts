// The typed client: every procedure of the contract, for calls and for TanStack Query.

import {
  type ClientLink,
  createORPCClient,
  createORPCErrorFromJson,
  isORPCErrorJson,
  ORPCError,
} from '@orpc/client'
import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '#contract/index.ts'
import { RPC_VERSION } from '#contract/version.ts'
import type { ReasonCode } from '#domain/refusals/refusal.ts'
import { yieldToBrowser } from '#web/ui/request-idle.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { noteServerTime } from './server-clock.ts'

/** Commands carry an idempotency key. */
export type ClientContext = { readonly idempotencyKey?: string }

/** Also for the prefetched answers. */
export const serializer = new StandardRPCJsonSerializer()

// oRPC's own link can also send files, stream and trace, which no procedure here does; it would be the larger part of
// the client.
const link: ClientLink<ClientContext> = {
  call: async (path, input, { context: { idempotencyKey }, signal }) => {
    // A page starts many queries at once: each in a task of its own, between which the browser responds. Commands have
    // a key, and are sent at once.
    if (!idempotencyKey) await yieldToBrowser()
    const [json, meta] = serializer.serialize(input)
    const sentAt = Date.now()
    const response = await fetchWithTimeout(`/rpc/${path.join('/')}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Rpc-Version': RPC_VERSION,
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      body: JSON.stringify({ json, meta }),
      redirect: 'manual',
      signal: signal ?? null,
    })
    noteServerTime(response.headers.get('date'), sentAt)
    const body = await response.json().catch(error => {
      // A proxy answers for itself.
      if (response.ok) throw error
      return {}
    })
    const output = serializer.deserialize(body.json, body.meta ?? [])
    if (response.ok) return output
    if (isORPCErrorJson(output)) throw createORPCErrorFromJson(output)
    throw new ORPCError('BAD_GATEWAY', { status: response.status })
  },
}

export const client: ContractRouterClient<Contract, ClientContext> = createORPCClient(link)

/** Query options and keys for every procedure of the contract. */
export const api = createTanstackQueryUtils(client)

/** An error for the user: its message, and messages for fields. */
export type AppError = {
  readonly message: string
  readonly code: string
  /** The code of the first reason that the server gave. */
  readonly reason?: ReasonCode
  /** A field's path to its message. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId?: string
  /** After too many attempts: the seconds until the next one is allowed. */
  readonly retryAfterSeconds?: number
}

export const OFFLINE_MESSAGE = 'Can’t reach the server. What you typed is kept. Try again in a moment.'

const UNKNOWN_ERROR_MESSAGE = 'Something went wrong. What you typed is kept. Try again in a moment.'

/** Whether a failed call may never have arrived, so that only a retry helps. */
export const isNetworkError = (error: unknown): boolean =>
  !(error instanceof ORPCError) || error.status >= 502

/** Whether our own server reports itself unavailable; a proxy's response has no such data. */
const isServiceUnavailable = ({ code, data }: ORPCError<string, unknown>): boolean =>
  code === 'SERVICE_UNAVAILABLE' &&
  typeof (data as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds === 'number'

/** Any error of a call as something to show. */
export function toAppError(error: unknown): AppError {
  if (!(error instanceof ORPCError) || (isNetworkError(error) && !isServiceUnavailable(error)))
    return { message: OFFLINE_MESSAGE, code: 'OFFLINE', fields: {} }
  const { code, status, message, data } = error
  const {
    fields = {},
    requestId,
    retryAfterSeconds,
    obstacles: [obstacle] = [],
  } = (data ?? {}) as {
    fields?: Record<string, string>
    obstacles?: readonly { code: ReasonCode }[]
    requestId?: string
    retryAfterSeconds?: number
  }
  // Errors declared in the contract explain themselves; only unexpected ones have to be found in the log.
  if (status < 500 || isServiceUnavailable(error))
    return {
      code,
      message,
      fields,
      ...(obstacle && { reason: obstacle.code }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    }
  // A proxy has its own error text, and no request id of ours.
  return requestId ? { code, message, fields, requestId } : { code, message: UNKNOWN_ERROR_MESSAGE, fields }
}
