// Every way in leaves a line for the company's owner: who, when, from where, and how it ended. A line
// that cannot be written keeps nobody out; the log says so.

import { isAPIError } from 'better-auth/api'
import type { SignInEvent } from '#domain/audit/entry.ts'
import { noteSignIn } from '#server/audit/sign-ins.ts'
import type { Database } from '#server/db/client.ts'
import type { Log } from '#server/lib/logger.ts'
import type { Figures } from '#server/metrics/metrics.ts'
import type { Asking } from './hook-errors.ts'
import { challengedAccount } from './two-factor-check.ts'

/** The header in which the server itself tells the sign-in library where a request came from. */
export const ADDRESS_HEADER = 'x-rigwright-address'

export type TrailOptions = {
  readonly database: Database
  readonly now: () => Date
  readonly log: Pick<Log, 'fault'>
  readonly figures: Pick<Figures, 'signIn'>
}

/** The account, or what was typed in its place. */
type Whose = { readonly account?: string | undefined; readonly email?: unknown }

/** Writes one line about what happened at the door. */
export async function noteAtTheDoor(
  { database, now, log, figures }: TrailOptions,
  event: SignInEvent,
  { account, email }: Whose,
  headers: Headers | undefined,
): Promise<void> {
  figures.signIn(event)
  const isText = typeof email === 'string' && email.isWellFormed() && !email.includes('\0')
  const line = {
    ...{ event, account: account ?? null, email: isText ? email : '', at: now() },
    ...{ address: headers?.get(ADDRESS_HEADER) ?? '', device: headers?.get('user-agent') ?? '' },
  }
  await noteSignIn(database, line).catch(fault =>
    log.fault('A line about who signed in could not be written.', fault),
  )
}

const WAYS_IN = new Set([
  ...['/sign-in/email', '/two-factor/verify-totp', '/two-factor/verify-backup-code'],
  '/passkey/verify-authentication',
])

const SHUT_OUT: Readonly<Record<string, SignInEvent>> = { INACTIVE: 'inactive', SUSPENDED: 'suspended' }

const refusalOf = (fault: { body?: { code?: string } | undefined }): SignInEvent =>
  SHUT_OUT[fault.body?.code ?? ''] ?? 'refused'

/** Writes a line when an address of the library was a way in, and when a password was changed there. */
export async function noteWayIn(options: TrailOptions, asking: Asking): Promise<void> {
  const { path = '', body, headers, context } = asking
  const { returned, newSession, session } = context
  const note = (event: SignInEvent, whose: Whose) => noteAtTheDoor(options, event, whose, headers)
  if (path === '/change-password') {
    const event = isAPIError(returned) ? refusalOf(returned) : 'password-changed'
    if (session !== null) await note(event, { account: session.user.id })
    return
  }
  // Whoever is in already sends a code to set the second step up.
  if (!WAYS_IN.has(path) || (session !== null && path.startsWith('/two-factor/'))) return
  if (isAPIError(returned)) {
    if (path === '/sign-in/email') return note(refusalOf(returned), { email: body?.email })
    const account = (await challengedAccount(asking)) ?? undefined
    const event = refusalOf(returned)
    const isCode = event === 'refused' && path.startsWith('/two-factor/')
    return note(isCode ? 'code-refused' : event, { account })
  }
  if (newSession === null) return
  const { user } = newSession
  // The library takes this session back and asks for the second step.
  const isHalfWay = path === '/sign-in/email' && (user as { twoFactorEnabled?: unknown }).twoFactorEnabled
  return note(isHalfWay ? 'password-given' : 'signed-in', { account: user.id })
}
