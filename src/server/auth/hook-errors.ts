// A refusal at the sign-in library's addresses, and what a hook there is given.

import { APIError, type createAuthMiddleware } from 'better-auth/api'

export type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

export const badRequest = (message: string) => new APIError('BAD_REQUEST', { code: 'INVALID', message })
