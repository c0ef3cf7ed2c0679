// Where the sign-in library's own addresses meet the house's rules: what a new password must be, who
// may not sign in, and that asking for a link tells nobody who has an account.

import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { sql } from 'kysely'
import * as z from 'zod'
import { email } from '#contract/schema.ts'
import { asSentence } from '#domain/platform-admin/audit.ts'
import type { Post } from '#server/mail/outbox.ts'
import { type Asking, refuse } from './hook-errors.ts'
import { newPasswordFault } from './password-hashing.ts'
import { askForReset, forgetResets } from './password-reset.ts'
import { tellAccount } from './security-emails.ts'
import { firstEnd, isFresh } from './session-policy.ts'
import { noteAtTheDoor, type TrailOptions } from './sign-in-log.ts'
import { checkedCode } from './two-factor-check.ts'

export type HookOptions = TrailOptions & { readonly post: Post }

const ASKED = 'If this email has an account, a letter with a link is on its way to it.'
const INACTIVE = 'Your account is inactive. Ask the owner of your company.'
const suspended = (because: string): string =>
  `Your company is suspended: ${asSentence(because)} Write to the founders.`

const whoAsks = z.object({ email })
const answered = z.object({ response: z.object({ id: z.string() }) })
const choice = z.object({ newPassword: z.string(), token: z.string().optional() })

async function refuseBadPassword(newPassword: string, itsEmail: string): Promise<void> {
  const fault = await newPasswordFault(newPassword, itsEmail)
  if (fault !== null) throw refuse(fault)
}

/** Whose password is about to change; empty when nobody's is. */
async function emailBehind(asking: Asking, token: string | undefined): Promise<string> {
  if (token === undefined) return (await getSessionFromCtx(asking))?.user.email ?? ''
  const { internalAdapter } = asking.context
  const reset = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = reset === null ? null : await internalAdapter.findUserById(reset.value)
  return user?.email ?? ''
}

const stale = () =>
  new APIError('FORBIDDEN', {
    code: 'SESSION_NOT_FRESH',
    message: 'You signed in a while ago. Sign in again first.',
  })

const namedPasskey = z.object({ id: z.uuid() })

/** Runs before every address of the library. */
export const beforeAuth = (options: HookOptions) =>
  createAuthMiddleware(async asking => {
    const { database, post, now } = options
    const { path, body } = asking
    if (path === '/two-factor/verify-totp' || path === '/two-factor/verify-backup-code')
      return checkedCode(asking, database)
    if (path === '/passkey/delete-passkey') {
      // The library asks the database for it as it stands, and what is no id at all would be a fault there.
      if (!namedPasskey.safeParse(body).success) throw refuse('There is no such passkey.')
      const signedIn = await getSessionFromCtx(asking)
      if (signedIn !== null && !isFresh(signedIn.session, new Date())) throw stale()
      return
    }
    if (path === '/passkey/verify-authentication' && !answered.safeParse(body).success)
      throw refuse('This is not a passkey.')
    if (path === '/passkey/verify-registration')
      return { context: { body: { ...body, createSession: false } } }
    if (path === '/request-password-reset') {
      const asked = whoAsks.safeParse(body)
      if (!asked.success) throw refuse('This is not an email address.')
      await askForReset(database, post, asked.data.email, now())
      await noteAtTheDoor(options, 'reset-asked', asked.data, asking.headers)
      return asking.json({ status: true, message: ASKED })
    }
    if (path !== '/reset-password' && path !== '/change-password') return
    const chosen = choice.safeParse(body)
    // What is not even a password is refused by the library itself.
    if (!chosen.success) return
    const { newPassword, token } = chosen.data
    await refuseBadPassword(newPassword, await emailBehind(asking, token))
    if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } }
  })

/** Runs before a session is made, once the password was right; says until when it lasts unused. */
export const beforeSession =
  ({ database }: Pick<HookOptions, 'database'>) =>
  async ({ userId, expiresAt }: { userId: string; expiresAt: Date }) => {
    const { rows } = await sql<{ isInactive: boolean; because: string | null }>`
      select account_is_inactive(${userId}) as is_inactive, account_suspension(${userId}) as because`.execute(
      database,
    )
    const because = rows[0]?.because ?? null
    if (because !== null) throw new APIError('FORBIDDEN', { code: 'SUSPENDED', message: suspended(because) })
    if (rows[0]?.isInactive) throw new APIError('FORBIDDEN', { code: 'INACTIVE', message: INACTIVE })
    const end = firstEnd(new Date())
    return { data: { expiresAt: expiresAt < end ? expiresAt : end } }
  }

/**
 * Runs after a link was used: the account's other links open nothing any more, and whoever is signed in is
 * out. The library would end the sessions only after this, and not at all if it failed.
 */
export const afterReset =
  (options: HookOptions) =>
  async ({ user }: { user: { id: string; email: string } }, request?: Request): Promise<void> => {
    await forgetResets(options.database, user.id)
    await sql`delete from auth_session where user_id = ${user.id}`.execute(options.database)
    await tellAccount(options, user.email, 'password').catch(fault =>
      options.log.fault('A letter about a new password could not be written.', fault),
    )
    await noteAtTheDoor(options, 'password-reset', { account: user.id }, request?.headers)
  }
