// The contract over typed RPC for the web client, and over REST for others. Both run the same procedures with the
// same errors.

import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { malformedJson, restBody, retryAfterOf, toContractError } from '#server/lib/api-errors.ts'
import { authorizeProcedure } from './procedures.ts'
import type { RequestContext } from './request-context.ts'
import { router } from './router.ts'

type InterceptorOptions<Result> = { readonly context: RequestContext; readonly next: () => Promise<Result> }
type ProcedurePath = { readonly path: readonly string[] }

/** Around each procedure: errors become those declared in the contract. */
async function mapErrors<Result>({
  context,
  next,
  path,
}: InterceptorOptions<Result> & ProcedurePath): Promise<Result> {
  context.setProcedureName(path.join('.'))
  try {
    return await next()
  } catch (cause) {
    const error = toContractError(cause, context.errorContext, context.logError)
    const retryAfter = retryAfterOf(error)
    if (retryAfter !== null) context.setRetryAfter(retryAfter)
    throw error
  }
}

/** Checks permission before the input: a client without it learns nothing about the input. */
async function authorize<Result>({
  context,
  next,
  path,
}: InterceptorOptions<Result> & ProcedurePath): Promise<Result> {
  authorizeProcedure(context, path.join('.'))
  return next()
}

/** Around request parsing: errors before any procedure mean that the request could not be read. */
async function mapParseErrors<Result>({ context, next }: InterceptorOptions<Result>): Promise<Result> {
  try {
    return await next()
  } catch (error) {
    const isTranslated = error instanceof ORPCError && error.code !== 'BAD_REQUEST'
    throw isTranslated ? error : toContractError(malformedJson(), context.errorContext, context.logError)
  }
}

const interceptors = { interceptors: [mapParseErrors], clientInterceptors: [mapErrors, authorize] }

const rpcHandler = new RPCHandler(router, interceptors)
const restHandler = new OpenAPIHandler(router, { ...interceptors, customErrorResponseBodyEncoder: restBody })

export type RpcHandler = (request: Request, context: RequestContext) => Promise<Response | undefined>

/** Handles `/rpc`; undefined for paths the contract does not have. */
export const handleRpc: RpcHandler = async (request, context) =>
  (await rpcHandler.handle(request, { prefix: '/rpc', context })).response

/** Handles `/api`; undefined for paths the contract does not have. */
export const handleRest: RpcHandler = async (request, context) =>
  (await restHandler.handle(request, { prefix: '/api', context })).response
