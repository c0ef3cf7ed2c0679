// The contract over typed RPC for the web client, and over REST for others. Both run the same procedures with the
// same errors.

import type { Meta } from '@orpc/contract'
import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { ORPCError, type ProcedureClientInterceptorOptions } from '@orpc/server'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import { type StandardHandleResult, StandardRPCHandler } from '@orpc/server/standard'
import type { ProcedureName } from '#contract/index.ts'
import type { Principal } from '#server/auth/auth.ts'
import {
  inputIssuesOf,
  invalidBy,
  malformedJson,
  methodNotAllowed,
  restBody,
  retryAfterOf,
  toContractError,
} from '#server/lib/api-errors.ts'
import { QueueFullError, QueueTimeoutError } from '#server/lib/limiter.ts'
import { StaleSessionError } from '#server/lib/pg-errors.ts'
import { inputInCents, outputInDollars } from '#server/rpc/dollars.ts'
import { FIELD_RULES } from '#server/rpc/field-rules.ts'
import { authorizeProcedure } from '#server/rpc/procedures.ts'
import { encodeForRpc, JsonText, type RawJson } from '#server/rpc/raw-json.ts'
import { type RequestContext, withPrincipal } from '#server/rpc/request-context.ts'
import { router } from './router.ts'

type Call = ProcedureClientInterceptorOptions<RequestContext, Record<never, never>, Meta>
type CallOptions<Result> = Call & { readonly next: (call?: Call) => Promise<Result> }
type RequestOptions<Result> = { readonly context: RequestContext; next(): Promise<Result> }

/** Around each procedure: errors become those declared in the contract. */
async function mapErrors<Result>(options: CallOptions<Result>): Promise<Result> {
  const { context, path, next } = options
  context.call.name = path.join('.')
  try {
    return await next(options)
  } catch (cause) {
    const error = toContractError(cause, context.errorContext, context.logError)
    const retryAfter = retryAfterOf(error)
    if (retryAfter !== null) context.setRetryAfter(retryAfter)
    throw error
  }
}

/**
 * Runs the procedure for a cached session, which its transaction confirms. Without a confirmation neither its result
 * nor its refusal counts, and it runs again for the session as it is.
 */
async function withSession<Result>(options: CallOptions<Result>): Promise<Result> {
  const { context, next } = options
  const { session } = context
  const runAs = (principal: Principal) => next({ ...options, context: withPrincipal(context, principal) })
  const cached = session.getCached()
  if (cached !== null) {
    try {
      const result = await runAs(cached)
      if (cached.sessionCheck?.isConfirmed) return result
    } catch (error) {
      if (error instanceof QueueFullError || error instanceof QueueTimeoutError) throw error
      if (cached.sessionCheck?.isConfirmed && !(error instanceof StaleSessionError)) throw error
    }
    session.evict()
  }
  return runAs(await session.lookUp())
}

/** Checks permission before the input: a client without it learns nothing about the input. */
async function authorize<Result>(options: CallOptions<Result>): Promise<Result> {
  authorizeProcedure(options.context, options.path.join('.') as ProcedureName)
  return options.next(options)
}

/** Adds what the domain says of the other fields to the problems that a schema found. */
async function nameAllFaults<Result>(options: CallOptions<Result>): Promise<Result> {
  try {
    return await options.next(options)
  } catch (error) {
    const issues = inputIssuesOf(error)
    const rule = FIELD_RULES[options.path.join('.') as ProcedureName]
    if (issues === null || rule === undefined) throw error
    throw invalidBy(issues, await rule(options.input, options.context.execution.now))
  }
}

/** Around each procedure of REST, where money is dollars. */
async function convertMoney<Result>(options: CallOptions<Result>): Promise<Result> {
  const { inputSchema, outputSchema } = options.procedure['~orpc']
  options.context.call.centsPerUnit = 100
  const output = await options.next({ ...options, input: inputInCents(inputSchema, options.input) })
  return outputInDollars(outputSchema, output) as Result
}

/** Of the plugin that lets no GET request call a command. */
const isCommandByGet = (error: unknown): boolean =>
  error instanceof ORPCError && error.code === 'METHOD_NOT_SUPPORTED'

/** Around request parsing: errors before any procedure mean that the request could not be read. */
async function mapParseErrors<Result>({ context, next }: RequestOptions<Result>): Promise<Result> {
  try {
    return await next()
  } catch (error) {
    if (isCommandByGet(error))
      throw toContractError(methodNotAllowed(['POST']), context.errorContext, context.logError)
    const isTranslated = error instanceof ORPCError && error.code !== 'BAD_REQUEST'
    throw isTranslated ? error : toContractError(malformedJson(), context.errorContext, context.logError)
  }
}

/** Sends a procedure's raw JSON in place of its output. */
const replaceByRawJson =
  (encode: (raw: RawJson) => string) =>
  async ({ context, next }: RequestOptions<StandardHandleResult>): Promise<StandardHandleResult> => {
    const result = await next()
    const { rawJson } = context.call
    if (!result.matched || result.response.status >= 300 || rawJson === null) return result
    return { matched: true, response: { ...result.response, body: new JsonText(encode(rawJson)) } }
  }

/** Handles `/rpc`. */
export const rpcHandler = new StandardRPCHandler(router, {
  plugins: [new StrictGetMethodPlugin()],
  interceptors: [replaceByRawJson(encodeForRpc), mapParseErrors],
  clientInterceptors: [mapErrors, withSession, authorize, nameAllFaults],
})

/** Handles `/api`. */
export const restHandler = new StandardOpenAPIHandler(router, {
  interceptors: [replaceByRawJson(({ json }) => json), mapParseErrors],
  clientInterceptors: [mapErrors, withSession, authorize, convertMoney, nameAllFaults],
  customErrorResponseBodyEncoder: restBody,
})
