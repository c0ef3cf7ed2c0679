// The context of a request, the same for every path.

import type { WebVitalsReport } from '#contract/web-vitals.ts'
import { ANONYMOUS, type Principal } from '#server/auth/auth.ts'
import type { PasswordHasher } from '#server/auth/password-hashing.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import type { ExternalServices } from '#server/config/external-services.ts'
import type { ClusterNodes } from '#server/db/cluster-nodes.ts'
import type { TransactionLimiter } from '#server/db/connections/transaction-limiter.ts'
import type { Database } from '#server/db/database.ts'
import type { ReadReplica } from '#server/db/read-replica.ts'
import type { ExecutionContext, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import type { ErrorContext } from '#server/lib/api-errors.ts'
import { type AddressBlock, createClientIpReader } from '#server/lib/client-ip.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { LiveFeeds } from '#server/live/live-feeds.ts'
import type { MailContext } from '#server/mail/outbox.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { PushContext } from '#server/push/push-context.ts'
import { clientOf, type RateLimiter } from '#server/rate-limits/rate-limiter.ts'
import type { RawJson } from './raw-json.ts'

type VerificationCookies = {
  readonly read: (name: string) => string | null
  readonly set: (name: string, value: string) => void
}

/** Finds the caller of a request. */
type RequestSession = {
  /** From the cache: it counts once its check has succeeded. Null if it has to be looked up. */
  readonly getCached: () => Principal | null
  readonly evict: () => void
  readonly lookUp: () => Promise<Principal>
}

/** What becomes known during one call of a procedure. */
export type ProcedureCall = {
  name: string | null
  principal: Principal | null
  /** Why the body is invalid; null if it is valid. */
  bodyError: Error | null
  /** What is sent in place of the output. */
  rawJson: RawJson | null
  /** What an amount in raw JSON counts: cents, or 100 of them in REST. */
  centsPerUnit: 1 | 100
}

export const newCall = (): ProcedureCall => ({
  name: null,
  principal: null,
  bodyError: null,
  rawJson: null,
  centsPerUnit: 1,
})

/** What is known of a request before any procedure runs. */
export type RequestContext = {
  readonly unitOfWorkServices: UnitOfWorkServices
  readonly readReplica: ReadReplica
  readonly externalServices: ExternalServices
  readonly mailContext: MailContext
  readonly pushContext: PushContext
  readonly passwords: PasswordHasher
  /** Deletes images that a command no longer refers to. */
  readonly withFileJournal: FileJournal['withFileJournal']
  /** Emails reserved for founders, in lower case. */
  readonly founders: readonly string[]
  readonly rateLimiter: RateLimiter
  /** A keyed hash: bodies contain passwords, so an unkeyed one could be brute-forced from a stolen copy. */
  readonly keyedHash: (text: string) => string
  readonly execution: Omit<ExecutionContext, 'actorKey' | 'client'> & { readonly client: string }
  /** The caller's session; null for a visitor. */
  readonly sessionId: string | null
  /** The client's IP address. */
  readonly address: string
  readonly errorContext: ErrorContext
  /** Logs an unexpected error. */
  readonly logError: (error: unknown) => void
  /** Finds who asks. */
  readonly session: RequestSession
  readonly call: ProcedureCall
  /** Records web vitals. */
  readonly recordWebVitals: (visit: WebVitalsReport) => void
  /** Sets the Retry-After header. */
  readonly setRetryAfter: (seconds: number) => void
  /** Cookies, hidden from scripts, with the links that this browser has answered. */
  readonly verificationCookies: VerificationCookies
  /** Whether the account with this email has logged in from this browser. */
  readonly wasLoggedIn: (email: string) => boolean
  /** As sent; null without one: then the command is not deduplicated. */
  readonly idempotencyKey: string | null
}

export type ContextServices = {
  readonly database: Database
  readonly clusterNodes: ClusterNodes
  readonly readReplica: ReadReplica
  readonly limitTransactions: TransactionLimiter
  readonly passwords: PasswordHasher
  readonly fileJournal: Pick<FileJournal, 'withFileJournal'>
  readonly live: LiveFeeds
  readonly mailContext: MailContext
  readonly pushContext: PushContext
  readonly externalServices: ExternalServices
  readonly secret: string
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly AddressBlock[]
  readonly rateLimiter: RateLimiter
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
  | 'session'
  | 'address'
  | 'logError'
  | 'setRetryAfter'
  | 'idempotencyKey'
  | 'verificationCookies'
  | 'wasLoggedIn'
>

/** The context for this principal. */
export function withPrincipal(context: RequestContext, principal: Principal): RequestContext {
  const { actor, timeZone, sessionId, sessionCheck } = principal
  context.call.principal = principal
  const { now } = context.execution
  const client = clientOf(actor, context.address)
  const execution = { actor, timeZone, now, client, ...(sessionCheck && { sessionCheck }) }
  return { ...context, sessionId, execution }
}

export function createContextFactory({
  database,
  clusterNodes,
  readReplica,
  limitTransactions,
  live,
  secret,
  trustedProxies,
  rateLimiter,
  now,
  ...services
}: ContextServices) {
  const { externalServices, mailContext, pushContext, passwords, founders, recordWebVitals } = services
  const { withFileJournal } = services.fileJournal
  const unitOfWorkServices = { database, publish: live.publish, clusterNodes, limitTransactions }
  const keyedHash = createKeyedHash(secret)

  /** The context of a visitor, until the caller is known. */
  const createContext = ({ requestId, ...requestInfo }: RequestInfo): RequestContext => {
    const at = now()
    const call = newCall()
    return {
      unitOfWorkServices,
      readReplica,
      externalServices,
      mailContext,
      pushContext,
      passwords,
      withFileJournal,
      founders,
      rateLimiter,
      keyedHash,
      recordWebVitals,
      ...requestInfo,
      call,
      sessionId: null,
      execution: {
        actor: ANONYMOUS.actor,
        timeZone: ANONYMOUS.timeZone,
        now: at,
        client: clientOf(ANONYMOUS.actor, requestInfo.address),
      },
      errorContext: {
        requestId,
        now: at,
        get timeZone() {
          return (call.principal ?? ANONYMOUS).timeZone
        },
      },
    }
  }
  return {
    unitOfWorkServices,
    keyedHash,
    rateLimiter,
    readAddress: createClientIpReader(trustedProxies),
    createContext,
  }
}
