// The context of a request, the same for every path.

import type { Principal } from '#server/auth/auth.ts'
import type { PasswordHasher } from '#server/auth/password-hashing.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import type { ExternalServices } from '#server/config/external-services.ts'
import type { Database } from '#server/db/database.ts'
import { type AddressBlock, createClientIpReader } from '#server/http/middleware/client-ip.ts'
import { createRateLimiter } from '#server/http/middleware/rate-limiter.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { LiveFeeds } from '#server/live/live-feeds.ts'
import type { MailContext } from '#server/mail/outbox.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { PushContext } from '#server/push/push-context.ts'
import type { RequestContext } from './procedures.ts'

export type ContextServices = {
  readonly database: Database
  readonly passwords: PasswordHasher
  readonly live: LiveFeeds
  readonly mailContext: MailContext
  readonly pushContext: PushContext
  readonly externalServices: ExternalServices
  readonly secret: string
  /** Proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly AddressBlock[]
  readonly rateLimits: boolean
  /** The founders' emails, in lower case. */
  readonly founders: readonly string[]
  /** The real clock; tests provide their own. */
  readonly now: () => Date
  readonly log: Logger
  /** Records web vitals. */
  readonly recordWebVitals: Metrics['recordWebVitals']
}

/** What each request brings. */
type RequestInfo = { readonly requestId: string } & Pick<
  RequestContext,
  | 'address'
  | 'logError'
  | 'bodyError'
  | 'setRetryAfter'
  | 'idempotencyKey'
  | 'setProcedureName'
  | 'verificationCookies'
>

export function createContextFactory({
  database,
  live,
  secret,
  trustedProxies,
  rateLimits,
  now,
  log,
  ...services
}: ContextServices) {
  const { externalServices, mailContext, pushContext, passwords, founders, recordWebVitals } = services
  const unitOfWorkServices = { database, publish: live.publish }
  const keyedHash = createKeyedHash(secret)
  const rateLimiter = createRateLimiter({ database, keyedHash, isOn: rateLimits, now, log: log.error })

  const createContext = (
    { actor, timeZone, sessionId, revalidateSql }: Principal,
    { requestId, ...requestInfo }: RequestInfo,
  ): RequestContext => {
    const at = now()
    return {
      unitOfWorkServices,
      externalServices,
      mailContext,
      pushContext,
      passwords,
      founders,
      rateLimiter,
      keyedHash,
      recordWebVitals,
      sessionId,
      ...requestInfo,
      execution: { actor, timeZone, now: at, ...(revalidateSql !== undefined && { revalidateSql }) },
      errorContext: { requestId, timeZone, now: at },
    }
  }
  return {
    unitOfWorkServices,
    keyedHash,
    rateLimiter,
    readAddress: createClientIpReader(trustedProxies),
    contextOf: createContext,
  }
}
