// Errors at the library's endpoints, and the type of a hook's context.

import { APIError, type createAuthMiddleware } from 'better-auth/api'

export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

export const badRequest = (message: string) => new APIError('BAD_REQUEST', { code: 'INVALID', message })
