// The guards of the contract: a command is one transaction with its trail and happens once, a query
// cannot write, a lookup asks the outside and opens no transaction. Every procedure goes through one.

import { implement } from '@orpc/server'
import * as z from 'zod'
import { contract } from '#contract/index.ts'
import type { WebVitalsReport } from '#contract/web-vitals.ts'
import type { Signature } from '#domain/account/actor.ts'
import { assertNotFounderEmail, hashNewPassword } from '#server/auth/accounts.ts'
import type { PasswordHasher } from '#server/auth/password-hashing.ts'
import type { ExternalServices } from '#server/config/services.ts'
import {
  authorize,
  type ExecutionContext,
  runInTransaction,
  type UnitOfWork,
  type UnitOfWorkServices,
} from '#server/db/unit-of-work.ts'
import { type RateLimiter, rateLimitSubjectsOf } from '#server/http/middleware/rate-limiter.ts'
import { isLimited, type LimitedAction } from '#server/http/middleware/rate-limits.ts'
import { type ErrorContext, invalid } from '#server/lib/errors.ts'
import type { MailContext } from '#server/mail/outbox.ts'
import type { PushContext } from '#server/push/push-context.ts'
import { claimKeySql, runOnce, storeResponse } from './idempotency.ts'
import { PROCEDURE_PERMISSIONS } from './procedure-permissions.ts'

type VerificationCookies = {
  readonly read: (name: string) => string | null
  readonly set: (name: string, value: string) => void
}

/** What the HTTP layer knows of a request before any procedure runs. */
export type RequestContext = {
  readonly unitOfWorkServices: UnitOfWorkServices
  readonly externalServices: ExternalServices
  readonly mailContext: MailContext
  readonly pushContext: PushContext
  readonly passwords: PasswordHasher
  /** The emails that only their founder may have an account under, in lower case. */
  readonly founders: readonly string[]
  readonly rateLimiter: RateLimiter
  /** A keyed hash: bodies hold passwords, so a bare one could be tried out against a stolen copy. */
  readonly keyedHash: (text: string) => string
  readonly execution: Omit<ExecutionContext, 'actorKey'>
  /** Where the caller is signed in; null for a visitor. */
  readonly sessionId: string | null
  /** The caller's network address. */
  readonly address: string
  readonly errorContext: ErrorContext
  /** Hears of what nobody expected. */
  readonly logError: (error: unknown) => void
  /** Hears the name of the procedure that was asked for. */
  readonly setProcedureName: (procedure: string) => void
  /** Why what was sent cannot be used; null when nothing speaks against it yet. */
  readonly bodyError: Error | null
  /** Hears how fast a page was. */
  readonly recordWebVitals: (visit: WebVitalsReport) => void
  /** Hears how long the asker has to wait. */
  readonly setRetryAfter: (seconds: number) => void
  /** What the asker's browser keeps for us, unseen by scripts: by which links it has answered. */
  readonly verificationCookies: VerificationCookies
  /** As sent; null without one: then the command is not deduplicated. */
  readonly idempotencyKey: string | null
}

/**
 * Input is checked before a transaction is opened, and output inside it: an answer that the
 * contract does not declare is never stored for a repeat either.
 */
const builder = implement(contract)
  .$config({ initialInputValidationIndex: -Infinity, initialOutputValidationIndex: Infinity })
  .$context<RequestContext>()

function idempotencyScope({ execution, address, keyedHash }: RequestContext, body: string): string {
  const { actor } = execution
  return 'id' in actor ? actor.id : `visitor ${keyedHash(`${address} ${body}`)}`
}

const uuid = z.uuid()

/** The request's key, or null without one. Throws INVALID when it is not a UUID. */
export function parseIdempotencyKey({ idempotencyKey: key }: RequestContext): string | null {
  if (key !== null && !uuid.safeParse(key).success)
    throw invalid({ 'Idempotency-Key': 'This is not a UUID.' })
  return key
}

/**
 * Runs `task` as a command: one piece of work that happens once under the request's key. `name` and
 * `body` are what was asked. A repeat gets the answer as it was kept, with its times as text.
 */
export async function runCommand<T>(
  context: RequestContext,
  name: string,
  body: string,
  task: (work: UnitOfWork) => Promise<T>,
): Promise<{ output: T; context: { work: UnitOfWork } }> {
  const { unitOfWorkServices, execution, keyedHash } = context
  const key = parseIdempotencyKey(context)
  const actorKey = idempotencyScope(context, body)
  const commandExecution = { ...execution, actorKey }
  const claim = key === null ? null : { actor: actorKey, key, command: name, bodyHash: keyedHash(body) }
  let startedWork: UnitOfWork | undefined
  const run = () =>
    runInTransaction(
      unitOfWorkServices,
      commandExecution,
      'command',
      async work => {
        startedWork = work
        const output = await task(work)
        if (claim !== null) storeResponse(work, claim, output)
        return output
      },
      claim === null ? [] : [claimKeySql(claim, execution.now)],
    )
  const output = await (claim === null
    ? run()
    : runOnce(claim, run, queryTask =>
        runInTransaction(unitOfWorkServices, commandExecution, 'query', queryTask),
      ))
  return { output, context: { work: startedWork as UnitOfWork } }
}

/**
 * The same request as of somebody who is not signed in: at another company's door everybody is a visitor.
 * `by` is the name that they gave.
 */
export const asAnonymous = (context: RequestContext, by?: Signature): RequestContext => ({
  ...context,
  execution: { ...context.execution, actor: { kind: 'visitor' }, timeZone: 'UTC', by },
})

/** Runs `task` as a query: one piece of work that cannot write. */
export function runQuery<T>(context: RequestContext, task: (work: UnitOfWork) => Promise<T>): Promise<T> {
  const { unitOfWorkServices, execution } = context
  return runInTransaction(
    unitOfWorkServices,
    { ...execution, actorKey: idempotencyScope(context, '') },
    'query',
    task,
  )
}

/** Asked before what was sent is checked. Throws unless somebody like this may ask for `name` at all. */
export function authorizeProcedure({ execution, bodyError }: RequestContext, name: string): void {
  const permission = PROCEDURE_PERMISSIONS[name as keyof typeof PROCEDURE_PERMISSIONS]
  if (permission !== null) authorize(execution, permission)
  if (bodyError !== null) throw bodyError
}

/** Counts one try of `deed` for whoever asks. Throws TOO_MANY when it is one too many. */
export const consumeRateLimit = (
  { rateLimiter, execution: { actor }, address }: RequestContext,
  action: LimitedAction,
  bytes?: number,
): Promise<void> => rateLimiter.consume(action, rateLimitSubjectsOf(actor, address), bytes)

/** What is limited is counted before a transaction is opened; what is not costs no round trip. */
export const rateLimited = builder.use(async ({ context, next, path }) => {
  const name = path.join('.')
  if (isLimited(name)) await consumeRateLimit(context, name)
  return next()
})

export const withTransaction = builder.middleware(({ context, next, path }, input) =>
  runCommand(
    context,
    path.join('.'),
    JSON.stringify(input) ?? '',
    async work => (await next({ context: { work } })).output,
  ),
)

export const command = rateLimited.use(withTransaction)

/** A command that makes an account of a company. The slow hash is made first: nobody waits for the connection it would hold. */
export const createAccountCommand = rateLimited
  .use(async ({ context, next }, input) => {
    const passwordHash = await hashNewPassword(
      context.passwords,
      input as { email: string; password: string },
    )
    assertNotFounderEmail(context, (input as { email: string }).email)
    return next({ context: { passwordHash } })
  })
  .use(withTransaction)

/** Nothing slow or remote is ever waited for inside a transaction, so there is none here. */
export const externalQuery = rateLimited

export const withReadTransaction = builder.middleware(({ context, next }) =>
  runQuery(context, async work => next({ context: { work } })),
)

export const query = rateLimited.use(withReadTransaction)

/** A query that looks for what was typed: counted, where it does. */
export const searchQuery = rateLimited
  .use(async ({ context, next }, input) => {
    const { q } = (input ?? {}) as { q?: string }
    if (q !== undefined && q !== '') await consumeRateLimit(context, 'tickets.search')
    return next()
  })
  .use(withReadTransaction)
