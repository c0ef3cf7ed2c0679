// What follows when an address of the sign-in library has answered: a letter to the account, and less
// in the answer than the library would say.

import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { HookOptions } from './before-hooks.ts'
import type { Asking } from './hook-errors.ts'
import { forgetResets } from './password-reset.ts'
import { type News, tellAccount } from './security-emails.ts'
import { noteAtTheDoor, noteWayIn } from './sign-in-log.ts'

type Done = Exclude<News, 'email'>

/** What an address of the library did with an account, when it succeeded. */
const DONE: Readonly<Record<string, Done>> = {
  '/change-password': 'password',
  '/two-factor/disable': 'second-step-off',
  '/two-factor/generate-backup-codes': 'recovery-codes',
  '/passkey/verify-registration': 'passkey-added',
  '/passkey/delete-passkey': 'passkey-removed',
}

/** What would tell a page more than it needs: sessions' tokens, whole rows. */
const SILENT = [
  ...['/two-factor/verify-totp', '/two-factor/verify-backup-code'],
  ...['/passkey/verify-registration', '/passkey/verify-authentication'],
]

const NOT_ADDED = { code: 'INVALID', message: 'This passkey could not be added. Try again.' }

/** A browser has one session: a new one takes the place of the one it came with. */
async function endSessionBefore(asking: Asking): Promise<void> {
  const { authCookies, secret, internalAdapter, newSession } = asking.context
  if (newSession === null) return
  // Not by the library's own reading of a session, which takes the cookie away where it finds none.
  const token = await asking.getSignedCookie(authCookies.sessionToken.name, secret)
  if (token && token !== newSession.session.token) await internalAdapter.deleteSession(token)
}

type User = { readonly id: string; readonly email: string }

/** Tells the account by letter, and the company's owner by a line of the trail. */
async function tell(
  options: HookOptions,
  { headers }: Asking,
  news: Done,
  { id, email }: User,
): Promise<void> {
  await tellAccount(options, email, news)
  // That the password was changed stands there already.
  if (news !== 'password') await noteAtTheDoor(options, news, { account: id }, headers)
}

/** Runs after every address of the library. */
export const afterAuth = (options: HookOptions) =>
  createAuthMiddleware(async asking => {
    await noteWayIn(options, asking)
    const { path, context } = asking
    const { returned, session } = context
    // What cannot be read as a passkey is no failure of ours. A status can be changed only with the answer.
    if (isAPIError(returned) && returned.statusCode === 500 && path === '/passkey/verify-registration')
      return Response.json(NOT_ADDED, { status: 400 })
    if (isAPIError(returned)) return
    await endSessionBefore(asking)
    // Whoever was signed in as they sent a code was setting the second step up.
    const news = path === '/two-factor/verify-totp' ? 'second-step-on' : DONE[path ?? '']
    if (news !== undefined && session !== null) await tell(options, asking, news, session.user)
    const { newSession } = context
    if (path === '/two-factor/verify-backup-code' && newSession !== null)
      await tell(options, asking, 'recovery-code-used', newSession.user)
    if (path === '/change-password' && session !== null) await forgetResets(options.database, session.user.id)
    // The library asks for it only where it can be had.
    if (path === '/passkey/generate-authenticate-options')
      return asking.json({ ...(returned as object), userVerification: 'required' })
    if (SILENT.includes(path ?? '')) return asking.json({ status: true })
  })
