// Our rules at the library's endpoints: which passwords are allowed, who may not log in, and that a reset request
// reveals nothing about accounts.

import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { sql } from 'kysely'
import { endSentence } from '#domain/platform-admin/admin-sentences.ts'
import type { MailContext } from '#server/mail/outbox.ts'
import { waitForCommands } from './accounts.ts'
import { badRequest, type HookContext } from './hook-context.ts'
import { logAuthEvent, type SignInLogOptions } from './log-sign-in.ts'
import { passwordProblem } from './password-hashing.ts'
import { confirmEmailByReset, deleteResetTokens, requestReset } from './password-reset.ts'
import { prepareTwoFactorCode } from './prepare-two-factor-code.ts'
import { emailSecurityEvent } from './security-emails.ts'
import { initialExpiry, isFresh } from './session-expiry.ts'

export type HookOptions = SignInLogOptions & {
  readonly mailContext: MailContext
  /** Called after a session of this account has ended. */
  readonly onSessionEnd: (account: string) => void
}

const RESET_REQUESTED = 'If that email has an account, we’ve sent a reset link.'
const NO_MAIL = 'Email isn’t set up on this server. Ask your administrator for your link.'
const INACTIVE = 'Your account is inactive. Ask your company’s owner.'
const suspendedMessage = (because: string, { contactEmail }: MailContext): string =>
  `Your company is suspended: ${endSentence(because)}${contactEmail === null ? '' : ` Write to the founders: ${contactEmail}`}`

async function assertPasswordAllowed(newPassword: string, accountEmail: string): Promise<void> {
  const error = await passwordProblem(newPassword, accountEmail)
  if (error !== null) throw badRequest(error)
}

/** The email of the account whose password is about to change; empty for none. */
async function emailOfAccount(hookContext: HookContext, token: string | undefined): Promise<string> {
  if (token === undefined) return (await getSessionFromCtx(hookContext))?.user.email ?? ''
  const { internalAdapter } = hookContext.context
  const reset = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  const user = reset === null ? null : await internalAdapter.findUserById(reset.value)
  return user?.email ?? ''
}

const sessionNotFresh = () =>
  new APIError('FORBIDDEN', {
    code: 'SESSION_NOT_FRESH',
    message: 'You logged in more than four hours ago. Log in again first.',
  })

/** Runs before every library endpoint. */
export const beforeHook = (options: HookOptions) =>
  createAuthMiddleware(async hookContext => {
    const { database, mailContext, now } = options
    const { path, body } = hookContext
    if (path === '/two-factor/verify-totp' || path === '/two-factor/verify-backup-code')
      return prepareTwoFactorCode(hookContext, database)
    if (path === '/passkey/delete-passkey') {
      const session = await getSessionFromCtx(hookContext)
      if (session !== null && !isFresh(session.session, new Date())) throw sessionNotFresh()
      return
    }
    if (path === '/passkey/verify-registration')
      return { context: { body: { ...body, createSession: false } } }
    if (path === '/request-password-reset') {
      const { email } = body as { email: string }
      await requestReset(database, mailContext, email, now())
      await logAuthEvent(options, 'reset-asked', { email }, hookContext.headers)
      const { canDeliver: canMail } = mailContext
      return hookContext.json({ status: true, canMail, message: canMail ? RESET_REQUESTED : NO_MAIL })
    }
    if (path !== '/reset-password' && path !== '/change-password') return
    const { newPassword, token } = body as { newPassword: string; token?: string }
    const email = await emailOfAccount(hookContext, token)
    await assertPasswordAllowed(newPassword, email)
    if (path === '/reset-password' && token !== undefined)
      await confirmEmailByReset(database, { token, email, now: now() })
    if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } }
  })

/** Runs before a session is created, after the password was verified; sets its expiry. */
export const beforeSessionCreate =
  ({ database, mailContext }: Pick<HookOptions, 'database' | 'mailContext'>) =>
  async ({ userId, expiresAt }: { userId: string; expiresAt: Date }) => {
    const { rows } = await sql<{ isInactive: boolean; because: string | null }>`
      select is_account_deactivated(${userId}) as is_inactive, account_suspension(${userId}) as because`.execute(
      database,
    )
    const because = rows[0]?.because ?? null
    if (because !== null)
      throw new APIError('FORBIDDEN', { code: 'SUSPENDED', message: suspendedMessage(because, mailContext) })
    if (rows[0]?.isInactive) throw new APIError('FORBIDDEN', { code: 'INACTIVE', message: INACTIVE })
    const end = initialExpiry(new Date())
    return { data: { expiresAt: expiresAt < end ? expiresAt : end } }
  }

/** Runs after sessions of this account were deleted: what they sent is written by now, or refused. */
export async function afterSessionEnd(
  { database, onSessionEnd }: Pick<HookOptions, 'database' | 'onSessionEnd'>,
  account: string,
): Promise<void> {
  onSessionEnd(account)
  await waitForCommands(database, account)
}

/**
 * Runs after a reset: the account's other links stop working, and its sessions end. The library would end sessions
 * only afterwards, and not if that failed.
 */
export const afterPasswordReset =
  (options: HookOptions) =>
  async ({ user }: { user: { id: string; email: string } }, request?: Request): Promise<void> => {
    await deleteResetTokens(options.database, user.id)
    await sql`delete from auth_session where user_id = ${user.id}`.execute(options.database)
    await afterSessionEnd(options, user.id)
    await emailSecurityEvent(options, user.email, 'password').catch(error =>
      options.log.error('Could not queue the email about a changed password.', error),
    )
    await logAuthEvent(options, 'password-reset', { account: user.id }, request?.headers)
  }
