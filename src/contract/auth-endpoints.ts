// The authentication library's endpoints that are open: what can be asked, and what comes back.

import * as z from 'zod'
import { strictInput } from './procedure/strict-inputs.ts'
import { codedText, email, newPassword, text } from './shared-schemas.ts'

const code = codedText(100)
const PASSKEY_INVALID = 'That isn’t a passkey.'
/** As the browser made it; the library checks it. */
const passkeyResponse = z.looseObject(
  { id: z.string({ error: PASSKEY_INVALID }) },
  { error: PASSKEY_INVALID },
)

const done = z.object({ status: z.literal(true) })
/** Scripts get the token of their session; browsers only its cookie. */
const session = done.extend({ token: z.string().optional() })
/** The same for logging in and for a new password. */
const newSession = z.object({ token: z.string().optional() })
/** The password was right, and a code is needed too. */
const needsCode = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) })
const recoveryCodes = z.array(z.string())

export type AuthEndpoint = {
  readonly method: 'GET' | 'POST'
  readonly operationId: string
  readonly summary: string
  readonly input: z.ZodType
  /** What a success carries. */
  readonly output: z.ZodType
  /** What each status means. */
  readonly responses: Readonly<Record<number, string>>
}

const get = (operationId: string, summary: string, responses: AuthEndpoint['responses']): AuthEndpoint => ({
  method: 'GET',
  operationId,
  summary,
  input: z.undefined(),
  output: z.looseObject({ challenge: z.string() }),
  responses,
})

const post = (
  operationId: string,
  summary: string,
  fields: z.core.$ZodLooseShape,
  output: z.ZodType,
  responses: AuthEndpoint['responses'],
): AuthEndpoint => ({
  method: 'POST',
  operationId,
  summary,
  input: strictInput(z.object(fields)),
  output,
  responses,
})

const NOT_FRESH = 'The session is older than four hours; log in again.'
const TOO_MANY_CODES = 'Too many wrong codes; try again later.'

/** By path, after `/api/auth`. */
export const AUTH_ENDPOINTS: Readonly<Record<string, AuthEndpoint>> = {
  '/sign-in/email': post(
    'signIn',
    'Log in',
    { email, password: newPassword },
    z.union([needsCode, newSession]),
    {
      200: 'A session: a cookie, and for scripts a token. For accounts with two-factor authentication: `twoFactorRedirect`, and a cookie to send with the code.',
      401: 'Wrong email or password.',
      403: 'The account is inactive.',
    },
  ),
  '/sign-out': post('signOut', 'Log out', {}, z.object({ success: z.boolean() }), { 200: 'Logged out.' }),
  '/request-password-reset': post(
    'requestPasswordReset',
    'Request a password reset link by email',
    { email },
    done.extend({ canMail: z.boolean(), message: z.string() }),
    { 200: 'The same whether or not the account exists.' },
  ),
  '/reset-password': post(
    'resetPassword',
    'Reset the password with the token of a reset link; ends every session of the account',
    { token: text(200), newPassword },
    done,
    {
      200: 'The password is changed.',
      400: 'The link is expired or already used, or the new password is not allowed.',
    },
  ),
  '/change-password': post(
    'changePassword',
    'Change the password; ends every other session of the account',
    { currentPassword: newPassword, newPassword },
    newSession,
    {
      200: 'The password is changed. Scripts get the token of the session that replaces theirs.',
      400: 'The current password is wrong, or the new one is not allowed.',
      401: 'Not logged in.',
    },
  ),
  '/two-factor/enable': post(
    'beginTwoFactor',
    'Start setting up two-factor authentication; a correct code completes it',
    { password: newPassword },
    z.object({ totpURI: z.string(), backupCodes: recoveryCodes }),
    {
      200: 'The key as an `otpauth` URL, and ten recovery codes.',
      400: 'The password is wrong.',
      401: 'Not logged in.',
    },
  ),
  '/two-factor/verify-totp': post(
    'verifyTwoFactorCode',
    'Finish logging in, or setting up two-factor authentication, with a code from the app',
    { code },
    session,
    {
      200: 'Logged in, or turned on.',
      400: 'Too many wrong codes; start over with the password.',
      401: 'The code is wrong or already used.',
      429: TOO_MANY_CODES,
    },
  ),
  '/two-factor/verify-backup-code': post(
    'verifyRecoveryCode',
    'Finish logging in with a recovery code',
    { code },
    session,
    {
      200: 'Logged in.',
      400: 'Too many wrong codes; start over with the password.',
      401: 'The code is wrong or already used.',
      429: TOO_MANY_CODES,
    },
  ),
  '/two-factor/disable': post(
    'disableTwoFactor',
    'Turn off two-factor authentication',
    { password: newPassword },
    done,
    {
      200: 'Two-factor authentication is off.',
      400: 'The password is wrong.',
      401: 'Not logged in.',
    },
  ),
  '/two-factor/generate-backup-codes': post(
    'createRecoveryCodes',
    'Create ten new recovery codes; earlier ones stop working',
    { password: newPassword },
    done.extend({ backupCodes: recoveryCodes }),
    { 200: 'The new recovery codes.', 400: 'The password is wrong.', 401: 'Not logged in.' },
  ),
  '/passkey/generate-register-options': get(
    'beginPasskey',
    'Get the options for adding a passkey (WebAuthn)',
    { 200: 'WebAuthn options, valid for five minutes.', 401: 'Not logged in.', 403: NOT_FRESH },
  ),
  '/passkey/verify-registration': post(
    'addPasskey',
    'Add a passkey created by the browser',
    { response: passkeyResponse, name: text(200).optional() },
    done,
    {
      200: 'The passkey is added.',
      400: 'The passkey is malformed.',
      401: 'The user did not confirm the passkey.',
      403: NOT_FRESH,
    },
  ),
  '/passkey/delete-passkey': post(
    'removePasskey',
    'Remove one of your passkeys',
    // The library passes the id to the database as it is, where an invalid one would be a server error.
    { id: z.uuid({ error: 'Passkey not found.' }) },
    done,
    { 200: 'The passkey is removed.', 401: 'Not logged in, or not your passkey.', 403: NOT_FRESH },
  ),
  '/passkey/generate-authenticate-options': get(
    'getPasskeyChallenge',
    'Get the options for logging in with a passkey (WebAuthn)',
    { 200: 'WebAuthn options, valid for five minutes.' },
  ),
  '/passkey/verify-authentication': post(
    'signInWithPasskey',
    'Log in with a passkey',
    { response: passkeyResponse },
    session,
    { 200: 'A session, as after `signIn`.', 401: 'The passkey is unknown.', 403: 'The account is inactive.' },
  ),
}
