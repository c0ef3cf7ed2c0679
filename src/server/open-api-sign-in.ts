// The sign-in library's own addresses, as the document tells of them. It describes none itself.

import type { OpenAPI } from '@orpc/openapi'

type Answers = Readonly<Record<number, string>>
type Text = { type: 'string'; format?: string }

/** A POST with a body of texts, all of them required. */
const post = (operationId: string, summary: string, fields: Record<string, Text>, answers: Answers) => ({
  post: {
    ...{ summary, tags: ['Sign-in'], operationId },
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
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, description]) => [status, { description }]),
    ),
  },
})

const EMAIL: Text = { type: 'string', format: 'email' }
const TEXT: Text = { type: 'string' }

export const SIGN_IN = {
  '/auth/sign-in/email': post(
    'signIn',
    'Sign in',
    { email: EMAIL, password: TEXT },
    {
      200: 'A session, as a cookie and as a token.',
      401: 'Wrong email or password.',
      403: 'The account is inactive.',
    },
  ),
  '/auth/sign-out': post('signOut', 'Sign out', {}, { 200: 'Signed out.' }),
  '/auth/request-password-reset': post(
    'requestPasswordReset',
    'Ask for a letter with a link to choose a new password',
    { email: EMAIL },
    { 200: 'The same whether anybody has this email or not.', 400: 'This is not an email address.' },
  ),
  '/auth/reset-password': post(
    'resetPassword',
    'Choose a new password with the token of such a link; every session of the account ends',
    { token: TEXT, newPassword: TEXT },
    {
      200: 'The new password holds.',
      400: 'The link is too old or was used, or the password cannot be used.',
    },
  ),
  '/auth/change-password': post(
    'changePassword',
    'Choose a new password; every other session of the account ends',
    { currentPassword: TEXT, newPassword: TEXT },
    { 200: 'The new password holds.', 400: 'One of the two cannot be used.', 401: 'Sign in first.' },
  ),
  '/auth/revoke-other-sessions': post(
    'signOutElsewhere',
    'End every other session of the account',
    {},
    { 200: 'Signed out everywhere else.', 401: 'Sign in first.' },
  ),
} satisfies OpenAPI.PathsObject
