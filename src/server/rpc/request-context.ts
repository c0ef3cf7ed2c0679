// What a request is answered with, whichever way it came in: one place that knows what belongs to it.

import type { Person } from '#server/auth/auth.ts'
import type { Passwords } from '#server/auth/password-hashing.ts'
import { fingerprintWith } from '#server/config/secret.ts'
import type { Outside } from '#server/config/services.ts'
import type { Database } from '#server/db/client.ts'
import type { Phones } from '#server/features/push-subscriptions/store.ts'
import { addressReader, type Block } from '#server/http/middleware/client-ip.ts'
import { openCounts } from '#server/http/middleware/rate-limiter.ts'
import type { Log } from '#server/lib/logger.ts'
import type { Live } from '#server/live/change-feed.ts'
import type { Post } from '#server/mail/outbox.ts'
import type { Figures } from '#server/metrics/metrics.ts'
import type { RequestContext } from './procedures.ts'

export type Lent = {
  readonly database: Database
  readonly passwords: Passwords
  readonly live: Live
  readonly post: Post
  readonly phones: Phones
  readonly outside: Outside
  readonly secret: string
  /** Whose word on a client's address counts. */
  readonly trustedProxies: readonly Block[]
  readonly rateLimits: boolean
  /** The emails of those who run the platform, in lower case. */
  readonly founders: readonly string[]
  /** The clock on the wall; tests bring their own. */
  readonly now: () => Date
  readonly log: Log
  /** Hears how fast a page was. */
  readonly visited: Figures['visited']
}

/** What each request brings by itself. */
export type Brought = { readonly requestId: string } & Pick<
  RequestContext,
  'address' | 'log' | 'bodyFault' | 'askToWait' | 'idempotencyKey' | 'named' | 'proofs'
>

export function openContexts({
  database,
  live,
  secret,
  trustedProxies,
  rateLimits,
  now,
  log,
  ...lent
}: Lent) {
  const { outside, post, phones, passwords, founders, visited } = lent
  const workplace = { database, wake: live.wake }
  const fingerprint = fingerprintWith(secret)
  const counts = openCounts({ database, fingerprint, isOn: rateLimits, now, log: log.fault })

  const contextOf = (
    { actor, timeZone, sessionId, confirming }: Person,
    { requestId, ...brought }: Brought,
  ): RequestContext => {
    const at = now()
    return {
      ...{ workplace, outside, post, phones, passwords, founders, counts, fingerprint, visited, sessionId },
      ...brought,
      occasion: { actor, timeZone, now: at, ...(confirming !== undefined && { confirming }) },
      circumstances: { requestId, timeZone, now: at },
    }
  }
  return { workplace, fingerprint, counts, readAddress: addressReader(trustedProxies), contextOf }
}
