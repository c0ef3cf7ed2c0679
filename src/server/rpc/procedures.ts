// The base procedures: a command is one logged transaction that happens once, a query cannot write, an external query
// calls other services and opens no transaction. Every procedure is built on one of them.

import { implement } from '@orpc/server'
import * as z from 'zod'
import { contract, metaOf, type ProcedureName } from '#contract/index.ts'
import type { Subject } from '#domain/account/permission.ts'
import { assertNotFounderEmail, emailProblem } from '#server/auth/accounts.ts'
import { verifyPassword } from '#server/auth/delete-account.ts'
import { passwordProblem } from '#server/auth/password-hashing.ts'
import {
  authorize,
  type ExecutionContext,
  runInTransaction,
  type UnitOfWork,
  type UnitOfWorkServices,
} from '#server/db/unit-of-work.ts'
import { invalid, unauthorized } from '#server/lib/api-errors.ts'
import { databaseProblemOf } from '#server/lib/pg-errors.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { isLimited, type LimitedAction } from '#server/rate-limits/rate-limits.ts'
import { assertRememberedKey, DoneAgain, keyCompanyOf, newKeyCheck, runOnce } from './idempotency.ts'
import type { RequestContext } from './request-context.ts'

/** Input is validated before the transaction, and output inside it: an undeclared response is never stored either. */
export const builder = implement(contract)
  .$config({ initialInputValidationIndex: -Infinity, initialOutputValidationIndex: Infinity })
  .$context<RequestContext>()

/** A UUID: the account's, or one made of a visitor's address and request. */
function idempotencyScope({ execution, address, keyedHash }: RequestContext, body: string): string {
  const { actor } = execution
  if ('id' in actor) return actor.id
  const hash = Buffer.from(keyedHash(`visitor ${address} ${body}`), 'base64url').toString('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

const uuid = z.uuid()

/** The request's key, or null without one. Throws INVALID if it is not a UUID, and a Refusal if it is too old. */
export function parseIdempotencyKey({ idempotencyKey, execution }: RequestContext): string | null {
  if (idempotencyKey === null) return null
  if (!uuid.safeParse(idempotencyKey).success) throw invalid({ 'Idempotency-Key': 'Enter a UUID.' })
  assertRememberedKey(idempotencyKey, execution.now)
  return idempotencyKey
}

/**
 * Runs `task` as a command: one unit of work that happens once under the request's key. `name` and `body` identify
 * the request. A repeat returns the stored response, with times as text.
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
  const companyId = keyCompanyOf(execution, actorKey)
  const claim =
    key === null ? null : { companyId, actor: actorKey, key, command: name, bodyHash: keyedHash(body) }
  let startedWork: UnitOfWork | undefined
  const run = () =>
    runInTransaction(
      unitOfWorkServices,
      commandExecution,
      'command',
      async work => {
        startedWork = work
        const output = await task(work)
        if (claim !== null) work.storeResponse({ ...claim, body: JSON.stringify(output) ?? 'null' })
        return output
      },
      claim === null ? [] : [newKeyCheck(claim)],
    )
  const runQueryTask = <Result>(queryTask: (work: UnitOfWork) => Promise<Result>) =>
    runInTransaction(unitOfWorkServices, commandExecution, 'query', queryTask)
  const rehearse = () =>
    runInTransaction(unitOfWorkServices, commandExecution, 'command', async work => {
      await task(work)
      throw new DoneAgain()
    })
  const output = await (claim === null ? run() : runOnce(claim, run, runQueryTask, rehearse))
  return { output, context: { work: startedWork as UnitOfWork } }
}

/** The same request as a visitor's: in another company everyone is a visitor. `by` is the name they entered. */
export const asAnonymous = (
  context: RequestContext,
  { by, companyId }: Pick<ExecutionContext, 'by' | 'companyId'> = {},
): RequestContext => ({
  ...context,
  execution: { ...context.execution, actor: { kind: 'visitor' }, timeZone: 'UTC', by, companyId },
})

/** What a query needs of a request. */
export type QueryContext = Pick<RequestContext, 'unitOfWorkServices'> & {
  readonly execution: Omit<ExecutionContext, 'actorKey'>
}

/** Runs `task` as a query: a read-only unit of work. */
export function runQuery<T>(
  { unitOfWorkServices, execution }: QueryContext,
  task: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const actorKey = 'id' in execution.actor ? execution.actor.id : null
  return runInTransaction(unitOfWorkServices, { ...execution, actorKey }, 'query', task)
}

/** Checked before input. Throws unless the actor's role may call `name` at all. */
export function authorizeProcedure(
  { execution, call: { bodyError } }: RequestContext,
  name: ProcedureName,
): void {
  const { permission } = metaOf(name)
  if (typeof permission === 'string' && permission !== 'public') authorize(execution, permission)
  if (bodyError !== null) throw bodyError
}

/** The same for the customer of a link, whose ticket is `subject`. */
export function authorizeByLink(work: UnitOfWork, name: ProcedureName, subject: Subject): void {
  const { permission } = metaOf(name)
  if (typeof permission !== 'object') throw new Error(`${name} is not called by link.`)
  authorize(work, permission.byLink, subject)
}

/** Counts one attempt of `action`. Throws TOO_MANY over the limit. */
export const consumeRateLimit = (
  { rateLimiter, execution: { actor }, address }: RequestContext,
  action: LimitedAction,
  amount?: number,
): Promise<number> => rateLimiter.consume(action, rateLimitSubjectsOf(actor, address), amount)

/**
 * What every procedure is built on. A command's key that cannot be used is refused before anything is done; then its limit
 * is counted. Without a limit it costs no round trip.
 */
export const procedure = builder.use(async ({ context, next, path, procedure: called }) => {
  if (called['~orpc'].route.method !== 'GET') parseIdempotencyKey(context)
  const name = path.join('.')
  if (isLimited(name)) await consumeRateLimit(context, name)
  return next()
})

/** A procedure without a transaction, as nothing slow or remote is awaited inside one. The session is checked first. */
export const externalQuery = procedure.use(async ({ context, next }) => {
  const { sessionCheck } = context.execution
  if (sessionCheck && !sessionCheck.isConfirmed) await runQuery(context, async () => {})
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

export const command = procedure.use(withTransaction)

export const wrongPassword = () => invalid({ password: 'That isn’t your password.' })

/**
 * A procedure that asks for the account's password once more, before its transaction: checking it is slow. INVALID if
 * it is wrong.
 */
export const passwordProcedure = procedure.use(async ({ context, next }, input) => {
  const { unitOfWorkServices, passwords, execution } = context
  if (!('id' in execution.actor)) throw unauthorized()
  // Shares its limit with every endpoint that would confirm a guessed password.
  await consumeRateLimit(context, 'change-password')
  const { database } = unitOfWorkServices
  const { password } = input as { password: string }
  const verifiedHash = await verifyPassword({ database, passwords }, execution.actor.id, password)
  if (verifiedHash === null) throw wrongPassword()
  return next({ context: { verifiedHash } })
})

/** What creates an account in a company, before its transaction: the password is hashed without holding a connection. */
export const createAccountProcedure = procedure.use(async ({ context, next }, input) => {
  const account = input as { email: string; password: string; emailToken?: string }
  const password = await passwordProblem(account.password, account.email)
  if (password !== null) {
    const email = await runQuery(context, work =>
      emailProblem(work, context, account.email, account.emailToken),
    )
    throw invalid({ password, ...(email !== null && { email }) })
  }
  assertNotFounderEmail(context, account.email)
  return next({ context: { passwordHash: await context.passwords.hash(account.password) } })
})

/** A command that creates an account in a company. */
export const createAccountCommand = createAccountProcedure.use(withTransaction)

export const withReadTransaction = builder.middleware(({ context, next }) =>
  runQuery(context, async work => next({ context: { work } })),
)

export const query = procedure.use(withReadTransaction)

/**
 * A query of what is public. A visitor's goes to the read replica, if there is one that is up to date; someone logged
 * in reads what they have just written, and their session is confirmed where it is stored.
 */
export const publicQuery = procedure.use(
  builder.middleware(async ({ context, next }) => {
    const { readReplica, unitOfWorkServices, execution } = context
    const runOn = (services: UnitOfWorkServices) =>
      runQuery({ unitOfWorkServices: services, execution }, async work => next({ context: { work } }))
    const replica = execution.actor.kind === 'visitor' ? readReplica.find() : null
    if (replica === null) return runOn(unitOfWorkServices)
    try {
      return await runOn({ ...replica, publish: unitOfWorkServices.publish })
    } catch (error) {
      if (databaseProblemOf(error) === null) throw error
      readReplica.reportFailure()
      return runOn(unitOfWorkServices)
    }
  }),
)

/** A query with a search term: counted if there is one. */
export const searchQuery = procedure
  .use(async ({ context, next }, input) => {
    const { q } = (input ?? {}) as { q?: string }
    if (q !== undefined && q !== '') await consumeRateLimit(context, 'tickets.search')
    return next()
  })
  .use(withReadTransaction)
