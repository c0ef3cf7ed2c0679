// Every login attempt is logged for the company's owner: who, when, from where, and the outcome. If the entry cannot
// be written, the login continues and the error is logged.

import { isAPIError } from 'better-auth/api'
import type { SignInEvent } from '#domain/audit/audit-sentences.ts'
import { recordSignIn } from '#server/audit/sign-ins.ts'
import type { Database } from '#server/db/database.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import type { HookContext } from './hook-context.ts'
import { accountOfChallenge } from './prepare-two-factor-code.ts'

/** The header in which the server tells the library the client's address. */
export const ADDRESS_HEADER = 'x-rigwright-address'

export type SignInLogOptions = {
  readonly database: Database
  readonly now: () => Date
  readonly log: Pick<Logger, 'error'>
  readonly metrics: Pick<Metrics, 'countSignIn'>
}

/** The account, or the typed email instead. */
type SignInSubject = { readonly account?: string | undefined; readonly email?: unknown }

/** Writes one entry to the login log. */
export async function logAuthEvent(
  { database, now, log, metrics }: SignInLogOptions,
  event: SignInEvent,
  { account, email }: SignInSubject,
  headers: Headers | undefined,
): Promise<void> {
  metrics.countSignIn(event)
  const isText = typeof email === 'string' && email.isWellFormed() && !email.includes('\0')
  const entry = {
    event,
    account: account ?? null,
    email: isText ? email : '',
    at: now(),
    address: headers?.get(ADDRESS_HEADER) ?? '',
    device: headers?.get('user-agent') ?? '',
  }
  await recordSignIn(database, entry).catch(error => log.error('Could not record a login.', error))
}

const SIGN_IN_PATHS = new Set([
  '/sign-in/email',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/passkey/verify-authentication',
])

const EVENT_BY_CODE: Readonly<Record<string, SignInEvent>> = { INACTIVE: 'inactive', SUSPENDED: 'suspended' }

const refusalEventOf = (error: { body?: { code?: string } | undefined }): SignInEvent =>
  EVENT_BY_CODE[error.body?.code ?? ''] ?? 'refused'

/** Logs a library endpoint that was a login or a password change. */
export async function logSignIn(options: SignInLogOptions, hookContext: HookContext): Promise<void> {
  const { path = '', body, headers, context } = hookContext
  const { returned, newSession, session } = context
  const logEvent = (event: SignInEvent, subject: SignInSubject) =>
    logAuthEvent(options, event, subject, headers)
  if (path === '/change-password') {
    const event = isAPIError(returned) ? refusalEventOf(returned) : 'password-changed'
    if (session !== null) await logEvent(event, { account: session.user.id })
    return
  }
  // A logged-in user sends a code to set up two-factor.
  if (!SIGN_IN_PATHS.has(path) || (session !== null && path.startsWith('/two-factor/'))) return
  if (isAPIError(returned)) {
    if (path === '/sign-in/email') return logEvent(refusalEventOf(returned), { email: body?.email })
    const account = (await accountOfChallenge(hookContext)) ?? undefined
    const event = refusalEventOf(returned)
    const isCode = event === 'refused' && path.startsWith('/two-factor/')
    return logEvent(isCode ? 'code-refused' : event, { account })
  }
  if (newSession === null) return
  const { user } = newSession
  // The library revokes this session and asks for a code.
  const needsSecondFactor =
    path === '/sign-in/email' && (user as { twoFactorEnabled?: unknown }).twoFactorEnabled
  return logEvent(needsSecondFactor ? 'password-given' : 'signed-in', { account: user.id })
}
