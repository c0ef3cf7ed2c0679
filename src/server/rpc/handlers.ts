// The contract's two faces: typed RPC for the web, REST for everyone else. Both run the same
// procedures and make the same errors.

import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { malformedJson, restBody, retryAfterOf, toContractError } from '#server/lib/errors.ts'
import { authorizeProcedure, type RequestContext } from './procedures.ts'
import { router } from './router.ts'

type InterceptorOptions<Result> = { readonly context: RequestContext; readonly next: () => Promise<Result> }
type ProcedurePath = { readonly path: readonly string[] }

/** Around each procedure: whatever it throws becomes an error that the contract declares. */
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

/** Before what was sent is looked at: whoever may not ask at all hears that, whatever they sent. */
async function authorize<Result>({
  context,
  next,
  path,
}: InterceptorOptions<Result> & ProcedurePath): Promise<Result> {
  authorizeProcedure(context, path.join('.'))
  return next()
}

/** Around the reading of a request: what fails here, before any procedure, could not be read. */
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

/** Answers below `/rpc`; undefined when the contract has nothing under that path. */
export const handleRpc: RpcHandler = async (request, context) =>
  (await rpcHandler.handle(request, { prefix: '/rpc', context })).response

/** Answers below `/api`; undefined when the contract has nothing under that path. */
export const handleRest: RpcHandler = async (request, context) =>
  (await restHandler.handle(request, { prefix: '/api', context })).response
