// Runs after the authentication library has responded: emails the account, and removes what pages do not need from
// the response.

import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { HookOptions } from './before-hooks.ts'
import type { HookContext } from './hook-context.ts'
import { logAuthEvent, logSignIn } from './log-sign-in.ts'
import { deleteResetTokens } from './password-reset.ts'
import { emailSecurityEvent, type SecurityEventName } from './security-emails.ts'

type SecurityEvent = Exclude<SecurityEventName, 'email'>

/** The security event of each successful library endpoint. */
const EVENT_BY_PATH: Readonly<Record<string, SecurityEvent>> = {
  '/change-password': 'password',
  '/two-factor/disable': 'two-factor-off',
  '/two-factor/generate-backup-codes': 'recovery-codes',
  '/passkey/verify-registration': 'passkey-added',
  '/passkey/delete-passkey': 'passkey-removed',
}

/** Responses with more than a page needs: session tokens, whole rows. */
const REDACTED_PATHS = [
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-registration',
  '/passkey/verify-authentication',
]

const PASSKEY_NOT_ADDED = { code: 'INVALID', message: 'Couldn’t add this passkey. Try again.' }

/** A browser has one session: a new one replaces the one in its cookie. */
async function endPreviousSession(hookContext: HookContext): Promise<void> {
  const { authCookies, secret, internalAdapter, newSession } = hookContext.context
  if (newSession === null) return
  // Not by the library's getSession, which deletes the cookie if it finds no session.
  const token = await hookContext.getSignedCookie(authCookies.sessionToken.name, secret)
  if (token && token !== newSession.session.token) await internalAdapter.deleteSession(token)
}

type AuthUser = { readonly id: string; readonly email: string }

/** Emails the account and adds an entry to the company's log. */
async function notifyAccount(
  options: HookOptions,
  { headers }: HookContext,
  event: SecurityEvent,
  { id, email }: AuthUser,
): Promise<void> {
  await emailSecurityEvent(options, email, event)
  // A password change is logged already.
  if (event !== 'password') await logAuthEvent(options, event, { account: id }, headers)
}

/** Runs after every library endpoint. */
export const afterHook = (options: HookOptions) =>
  createAuthMiddleware(async hookContext => {
    await logSignIn(options, hookContext)
    const { path, context } = hookContext
    const { returned, session } = context
    // An unreadable passkey is not a server error. The status can be changed only along with the body.
    if (isAPIError(returned) && returned.statusCode === 500 && path === '/passkey/verify-registration')
      return Response.json(PASSKEY_NOT_ADDED, { status: 400 })
    if (isAPIError(returned)) return
    await endPreviousSession(hookContext)
    // A user who is already logged in sends a code to set up two-factor.
    const event = path === '/two-factor/verify-totp' ? 'two-factor-on' : EVENT_BY_PATH[path ?? '']
    if (event !== undefined && session !== null)
      await notifyAccount(options, hookContext, event, session.user)
    const { newSession } = context
    if (path === '/two-factor/verify-backup-code' && newSession !== null)
      await notifyAccount(options, hookContext, 'recovery-code-used', newSession.user)
    if (path === '/change-password' && session !== null)
      await deleteResetTokens(options.database, session.user.id)
    // The library offers user verification as optional.
    if (path === '/passkey/generate-authenticate-options')
      return hookContext.json({ ...(returned as object), userVerification: 'required' })
    if (REDACTED_PATHS.includes(path ?? '')) return hookContext.json({ status: true })
  })
