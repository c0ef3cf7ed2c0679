// The authentication library's endpoints, which it does not describe itself.

import type { OpenAPI } from '@orpc/openapi'
import { AUTH_ENDPOINTS, type AuthEndpoint } from '#contract/auth-endpoints.ts'
import { describedError, errorResponsesFor, toJsonSchema } from './components.ts'

const json = (schema: object) => ({ 'application/json': { schema } })

/** They begin a session, or are for people who cannot. */
const WITHOUT_SESSION = new Set([
  'signIn',
  'signInWithPasskey',
  'getPasskeyChallenge',
  'verifyTwoFactorCode',
  'verifyRecoveryCode',
  'requestPasswordReset',
  'resetPassword',
])

function toOperation({
  method,
  operationId,
  summary,
  input,
  output,
  responses,
}: AuthEndpoint): OpenAPI.OperationObject {
  const { 200: success = '', ...errors } = responses
  const body = toJsonSchema(input, 'input')
  const hasBody = method === 'POST' && Object.keys(body.properties ?? {}).length > 0
  return {
    summary,
    tags: ['Sign-in'],
    operationId,
    ...(WITHOUT_SESSION.has(operationId) && { security: [] }),
    ...(hasBody && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: success, content: json(toJsonSchema(output, 'output')) },
      ...errorResponsesFor([400, 429, 503]),
      ...Object.fromEntries(Object.entries(errors).map(([status, text]) => [status, describedError(text)])),
    },
  }
}

export const AUTH_PATHS: OpenAPI.PathsObject = Object.fromEntries(
  Object.entries(AUTH_ENDPOINTS).map(([path, endpoint]) => [
    `/auth${path}`,
    { [endpoint.method.toLowerCase()]: toOperation(endpoint) },
  ]),
)
