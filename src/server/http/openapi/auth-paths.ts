// The authentication library's endpoints, which it does not describe itself.

import type { OpenAPI } from '@orpc/openapi'

type ResponseDescriptions = Readonly<Record<number, string>>
type Field = { type: 'string' | 'object'; format?: string }

const toResponses = (responses: ResponseDescriptions) =>
  Object.fromEntries(Object.entries(responses).map(([status, description]) => [status, { description }]))

const getOperation = (operationId: string, summary: string, responses: ResponseDescriptions) => ({
  get: { summary, tags: ['Sign-in'], operationId, responses: toResponses(responses) },
})

/** A POST with a body of these fields, all required. */
const postOperation = (
  operationId: string,
  summary: string,
  fields: Record<string, Field>,
  responses: ResponseDescriptions,
) => ({
  post: {
    summary,
    tags: ['Sign-in'],
    operationId,
    ...(Object.keys(fields).length === 0
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: { type: 'object' as const, required: Object.keys(fields), properties: fields },
              },
            },
          },
        }),
    responses: toResponses(responses),
  },
})

const EMAIL: Field = { type: 'string', format: 'email' }
const TEXT: Field = { type: 'string' }
const OBJECT: Field = { type: 'object' }

export const AUTH_PATHS = {
  '/auth/sign-in/email': postOperation(
    'signIn',
    'Log in',
    { email: EMAIL, password: TEXT },
    {
      200: 'A session, as a cookie and a token. For accounts with two-factor authentication: `twoFactorRedirect`, and a cookie to send with the code.',
      401: 'Wrong email or password.',
      403: 'The account is inactive.',
    },
  ),
  '/auth/sign-out': postOperation('signOut', 'Log out', {}, { 200: 'Logged out.' }),
  '/auth/request-password-reset': postOperation(
    'requestPasswordReset',
    'Request a password reset link by email',
    { email: EMAIL },
    { 200: 'The same whether or not the account exists.', 400: 'Enter a valid email address.' },
  ),
  '/auth/reset-password': postOperation(
    'resetPassword',
    'Reset the password with the token of a reset link; ends every session of the account',
    { token: TEXT, newPassword: TEXT },
    {
      200: 'The password is changed.',
      400: 'The link is expired or already used, or the new password is not allowed.',
    },
  ),
  '/auth/change-password': postOperation(
    'changePassword',
    'Change the password; ends every other session of the account',
    { currentPassword: TEXT, newPassword: TEXT },
    {
      200: 'The password is changed.',
      400: 'The current password is wrong, or the new one is not allowed.',
      401: 'Not logged in.',
    },
  ),
  '/auth/two-factor/enable': postOperation(
    'beginTwoFactor',
    'Start setting up two-factor authentication; a correct code completes it',
    { password: TEXT },
    {
      200: 'The key as an `otpauth` URL, and ten recovery codes.',
      400: 'The password is wrong.',
      401: 'Not logged in.',
    },
  ),
  '/auth/two-factor/verify-totp': postOperation(
    'verifyTwoFactorCode',
    'Finish logging in, or setting up two-factor authentication, with a code from the app',
    { code: TEXT },
    {
      200: 'Logged in, or turned on.',
      400: 'Too many wrong codes; start over with the password.',
      401: 'The code is wrong or already used.',
      429: 'Too many wrong codes; try again later.',
    },
  ),
  '/auth/two-factor/verify-backup-code': postOperation(
    'verifyRecoveryCode',
    'Finish logging in with a recovery code',
    { code: TEXT },
    {
      200: 'Logged in.',
      400: 'Too many wrong codes; start over with the password.',
      401: 'The code is wrong or already used.',
      429: 'Too many wrong codes; try again later.',
    },
  ),
  '/auth/two-factor/disable': postOperation(
    'disableTwoFactor',
    'Turn off two-factor authentication',
    { password: TEXT },
    { 200: 'Two-factor authentication is off.', 400: 'The password is wrong.', 401: 'Not logged in.' },
  ),
  '/auth/two-factor/generate-backup-codes': postOperation(
    'createRecoveryCodes',
    'Create ten new recovery codes; earlier ones stop working',
    { password: TEXT },
    { 200: 'The new recovery codes.', 400: 'The password is wrong.', 401: 'Not logged in.' },
  ),
  '/auth/passkey/generate-register-options': getOperation(
    'beginPasskey',
    'Get the options for adding a passkey (WebAuthn)',
    {
      200: 'WebAuthn options, valid for five minutes.',
      401: 'Not logged in.',
      403: 'The session is older than four hours; log in again.',
    },
  ),
  '/auth/passkey/verify-registration': postOperation(
    'addPasskey',
    'Add a passkey created by the browser',
    { response: OBJECT, name: TEXT },
    {
      200: 'The passkey is added.',
      400: 'The passkey is malformed.',
      401: 'The user did not confirm the passkey.',
      403: 'The session is older than four hours; log in again.',
    },
  ),
  '/auth/passkey/delete-passkey': postOperation(
    'removePasskey',
    'Remove one of your passkeys',
    { id: TEXT },
    {
      200: 'The passkey is removed.',
      401: 'Not logged in, or not your passkey.',
      403: 'The session is older than four hours; log in again.',
    },
  ),
  '/auth/passkey/generate-authenticate-options': getOperation(
    'getPasskeyChallenge',
    'Get the options for logging in with a passkey (WebAuthn)',
    { 200: 'WebAuthn options, valid for five minutes.' },
  ),
  '/auth/passkey/verify-authentication': postOperation(
    'signInWithPasskey',
    'Log in with a passkey',
    { response: OBJECT },
    { 200: 'A session, as a cookie.', 401: 'The passkey is unknown.', 403: 'The account is inactive.' },
  ),
} satisfies OpenAPI.PathsObject
