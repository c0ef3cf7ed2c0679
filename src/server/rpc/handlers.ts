// The contract's two faces: typed RPC for the web, REST for everyone else. Both run the same
// procedures and make the same errors.

import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { restBody, toContractError, unreadable, waitAfter } from './errors.ts'
import { permit, type RequestContext } from './procedures.ts'
import { router } from './router.ts'

type Attempt<Result> = { readonly context: RequestContext; readonly next: () => Promise<Result> }
type Named = { readonly path: readonly string[] }

/** Around each procedure: whatever it throws becomes an error that the contract declares. */
async function translating<Result>({ context, next, path }: Attempt<Result> & Named): Promise<Result> {
  context.named(path.join('.'))
  try {
    return await next()
  } catch (fault) {
    const error = toContractError(fault, context.circumstances, context.log)
    const wait = waitAfter(error)
    if (wait !== null) context.askToWait(wait)
    throw error
  }
}

/** Before what was sent is looked at: whoever may not ask at all hears that, whatever they sent. */
async function permitting<Result>({ context, next, path }: Attempt<Result> & Named): Promise<Result> {
  permit(context, path.join('.'))
  return next()
}

/** Around the reading of a request: what fails here, before any procedure, could not be read. */
async function reading<Result>({ context, next }: Attempt<Result>): Promise<Result> {
  try {
    return await next()
  } catch (fault) {
    const isTranslated = fault instanceof ORPCError && fault.code !== 'BAD_REQUEST'
    throw isTranslated ? fault : toContractError(unreadable(), context.circumstances, context.log)
  }
}

const guards = { interceptors: [reading], clientInterceptors: [translating, permitting] }

const rpc = new RPCHandler(router, guards)
const rest = new OpenAPIHandler(router, { ...guards, customErrorResponseBodyEncoder: restBody })

export type Face = (request: Request, context: RequestContext) => Promise<Response | undefined>

/** Answers below `/rpc`; undefined when the contract has nothing under that path. */
export const answerRpc: Face = async (request, context) =>
  (await rpc.handle(request, { prefix: '/rpc', context })).response

/** Answers below `/api`; undefined when the contract has nothing under that path. */
export const answerRest: Face = async (request, context) =>
  (await rest.handle(request, { prefix: '/api', context })).response
