// The sign-in library's own addresses, as the document tells of them. It describes none itself.

import type { OpenAPI } from '@orpc/openapi'

type ResponseDescriptions = Readonly<Record<number, string>>
type Field = { type: 'string' | 'object'; format?: string }

const toResponses = (responses: ResponseDescriptions) =>
  Object.fromEntries(Object.entries(responses).map(([status, description]) => [status, { description }]))

const getOperation = (operationId: string, summary: string, responses: ResponseDescriptions) => ({
  get: { summary, tags: ['Sign-in'], operationId, responses: toResponses(responses) },
})

/** A POST with a body of these fields, all of them required. */
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
    'Sign in',
    { email: EMAIL, password: TEXT },
    {
      200: 'A session, as a cookie and as a token; or, for who has a second step, `twoFactorRedirect` and a cookie to bring along with the code.',
      401: 'Wrong email or password.',
      403: 'The account is inactive.',
    },
  ),
  '/auth/sign-out': postOperation('signOut', 'Sign out', {}, { 200: 'Signed out.' }),
  '/auth/request-password-reset': postOperation(
    'requestPasswordReset',
    'Ask for a letter with a link to choose a new password',
    { email: EMAIL },
    { 200: 'The same whether anybody has this email or not.', 400: 'Enter a valid email address.' },
  ),
  '/auth/reset-password': postOperation(
    'resetPassword',
    'Choose a new password with the token of such a link; every session of the account ends',
    { token: TEXT, newPassword: TEXT },
    {
      200: 'The new password holds.',
      400: 'The link is too old or was used, or the password cannot be used.',
    },
  ),
  '/auth/change-password': postOperation(
    'changePassword',
    'Choose a new password; every other session of the account ends',
    { currentPassword: TEXT, newPassword: TEXT },
    { 200: 'The new password holds.', 400: 'One of the two cannot be used.', 401: 'Log in first.' },
  ),
  '/auth/two-factor/enable': postOperation(
    'beginSecondStep',
    'Begin a second step: it counts once a code of it was right',
    { password: TEXT },
    {
      200: 'The key as an `otpauth` address, and ten recovery codes.',
      400: 'This is not the password.',
      401: 'Log in first.',
    },
  ),
  '/auth/two-factor/verify-totp': postOperation(
    'sendCode',
    'Finish signing in, or turn the second step on, with a code of the app',
    { code: TEXT },
    {
      200: 'Signed in, or turned on.',
      400: 'Too many attempts after one password.',
      401: 'The code is wrong or was used.',
      429: 'Too many wrong codes; wait a while.',
    },
  ),
  '/auth/two-factor/verify-backup-code': postOperation(
    'sendRecoveryCode',
    'Finish signing in with a recovery code',
    { code: TEXT },
    {
      200: 'Signed in.',
      400: 'Too many attempts after one password.',
      401: 'The code is wrong or was used.',
      429: 'Too many wrong codes; wait a while.',
    },
  ),
  '/auth/two-factor/disable': postOperation(
    'endSecondStep',
    'Turn the second step off',
    { password: TEXT },
    { 200: 'It is off.', 400: 'This is not the password.', 401: 'Log in first.' },
  ),
  '/auth/two-factor/generate-backup-codes': postOperation(
    'makeRecoveryCodes',
    'Make ten new recovery codes; the ones before open nothing any more',
    { password: TEXT },
    { 200: 'The codes.', 400: 'This is not the password.', 401: 'Log in first.' },
  ),
  '/auth/passkey/generate-register-options': getOperation(
    'beginPasskey',
    'Ask for what adds a passkey (WebAuthn)',
    {
      200: 'What the browser needs; it lasts five minutes.',
      401: 'Log in first.',
      403: 'You signed in more than four hours ago.',
    },
  ),
  '/auth/passkey/verify-registration': postOperation(
    'addPasskey',
    'Add the passkey that the browser made',
    { response: OBJECT, name: TEXT },
    {
      200: 'It is added.',
      400: 'It could not be read.',
      401: 'Nobody opened it.',
      403: 'You signed in more than four hours ago.',
    },
  ),
  '/auth/passkey/delete-passkey': postOperation(
    'removePasskey',
    'Remove a passkey of your own',
    { id: TEXT },
    { 200: 'It is removed.', 401: 'It is not yours.', 403: 'You signed in more than four hours ago.' },
  ),
  '/auth/passkey/generate-authenticate-options': getOperation(
    'askForPasskey',
    'Ask for what signs in with a passkey (WebAuthn)',
    { 200: 'What the browser needs; it lasts five minutes.' },
  ),
  '/auth/passkey/verify-authentication': postOperation(
    'signInWithPasskey',
    'Sign in with a passkey',
    { response: OBJECT },
    { 200: 'A session, as a cookie.', 401: 'It is not known here.', 403: 'The account is inactive.' },
  ),
} satisfies OpenAPI.PathsObject
