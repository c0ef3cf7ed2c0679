// What follows when an address of the sign-in library has answered: a letter to the account, and less
// in the answer than the library would say.

import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { HookOptions } from './before-hooks.ts'
import type { HookContext } from './hook-errors.ts'
import { deleteResetTokens } from './password-reset.ts'
import { emailSecurityEvent, type SecurityEventName } from './security-emails.ts'
import { logAuthEvent, logSignIn } from './sign-in-log.ts'

type SecurityEvent = Exclude<SecurityEventName, 'email'>

/** What an address of the library did with an account, when it succeeded. */
const EVENT_BY_PATH: Readonly<Record<string, SecurityEvent>> = {
  '/change-password': 'password',
  '/two-factor/disable': 'second-step-off',
  '/two-factor/generate-backup-codes': 'recovery-codes',
  '/passkey/verify-registration': 'passkey-added',
  '/passkey/delete-passkey': 'passkey-removed',
}

/** What would tell a page more than it needs: sessions' tokens, whole rows. */
const REDACTED_PATHS = [
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-registration',
  '/passkey/verify-authentication',
]

const PASSKEY_NOT_ADDED = { code: 'INVALID', message: 'Couldn’t add this passkey. Try again.' }

/** A browser has one session: a new one takes the place of the one it came with. */
async function endPreviousSession(hookContext: HookContext): Promise<void> {
  const { authCookies, secret, internalAdapter, newSession } = hookContext.context
  if (newSession === null) return
  // Not by the library's own reading of a session, which takes the cookie away where it finds none.
  const token = await hookContext.getSignedCookie(authCookies.sessionToken.name, secret)
  if (token && token !== newSession.session.token) await internalAdapter.deleteSession(token)
}

type AuthUser = { readonly id: string; readonly email: string }

/** Tells the account by letter, and the company's owner by a line of the trail. */
async function notifyAccount(
  options: HookOptions,
  { headers }: HookContext,
  event: SecurityEvent,
  { id, email }: AuthUser,
): Promise<void> {
  await emailSecurityEvent(options, email, event)
  // That the password was changed stands there already.
  if (event !== 'password') await logAuthEvent(options, event, { account: id }, headers)
}

/** Runs after every address of the library. */
export const afterHook = (options: HookOptions) =>
  createAuthMiddleware(async hookContext => {
    await logSignIn(options, hookContext)
    const { path, context } = hookContext
    const { returned, session } = context
    // What cannot be read as a passkey is no failure of ours. A status can be changed only with the answer.
    if (isAPIError(returned) && returned.statusCode === 500 && path === '/passkey/verify-registration')
      return Response.json(PASSKEY_NOT_ADDED, { status: 400 })
    if (isAPIError(returned)) return
    await endPreviousSession(hookContext)
    // Whoever was signed in as they sent a code was setting the second step up.
    const event = path === '/two-factor/verify-totp' ? 'second-step-on' : EVENT_BY_PATH[path ?? '']
    if (event !== undefined && session !== null)
      await notifyAccount(options, hookContext, event, session.user)
    const { newSession } = context
    if (path === '/two-factor/verify-backup-code' && newSession !== null)
      await notifyAccount(options, hookContext, 'recovery-code-used', newSession.user)
    if (path === '/change-password' && session !== null)
      await deleteResetTokens(options.database, session.user.id)
    // The library asks for it only where it can be had.
    if (path === '/passkey/generate-authenticate-options')
      return hookContext.json({ ...(returned as object), userVerification: 'required' })
    if (REDACTED_PATHS.includes(path ?? '')) return hookContext.json({ status: true })
  })
