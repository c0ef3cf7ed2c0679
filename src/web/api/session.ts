// Who is signed in. Sign-in itself is the library's own two addresses; everything else about a
// session is read from the contract.

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Actor, isStaff } from '#domain/account/actor.ts'
import { landingPageOf, may } from '#domain/account/permission.ts'
import { api, OFFLINE_MESSAGE } from './client.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

/** The actor as the server sees this browser. */
export const meQuery = queryOptions({ ...api.me.queryOptions(), staleTime: Number.POSITIVE_INFINITY })

/** The account whose company's stream to follow; null when there is none. */
export const accountOf = (actor: Actor | undefined): string | null =>
  actor !== undefined && isStaff(actor) ? actor.id : null

/** What the sign-in library refused, in its own words. */
export class AuthError extends Error {
  override readonly name = 'AuthFault'
  /** Such as `INVALID_TOKEN`; empty when the server could not be reached. */
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** Asks the sign-in library: a POST with a body, a GET without. Rejects with an AuthFault. */
export async function authRequest(path: string, body?: object): Promise<unknown> {
  let response: Response
  try {
    response = await fetchWithTimeout(`/api/auth${path}`, {
      ...(body === undefined
        ? {}
        : {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          }),
    })
  } catch {
    throw new AuthError(OFFLINE_MESSAGE, '')
  }
  const result: unknown = await response.json().catch(() => ({}))
  if (response.ok) return result
  const { message, code } = result as { message?: string; code?: string }
  throw new AuthError(message ?? OFFLINE_MESSAGE, code ?? '')
}

const post = async (path: string, body: object): Promise<void> => void (await authRequest(path, body))

/** Signs in, or answers that the account asks for its second step. Rejects with the provider's own message. */
export async function signIn(email: string, password: string): Promise<'in' | 'two-factor'> {
  const result = await authRequest('/sign-in/email', { email, password })
  return (result as { twoFactorRedirect?: boolean }).twoFactorRedirect ? 'two-factor' : 'in'
}

/** Finishes signing in with a code of the app. */
export const sendCode = (code: string): Promise<void> => post('/two-factor/verify-totp', { code })

/** Finishes signing in with one of the recovery codes. */
export const sendRecoveryCode = (code: string): Promise<void> =>
  post('/two-factor/verify-backup-code', { code })

/** Signs out. Rejects with one sentence when the server did not hear it. */
export const signOut = (): Promise<void> => post('/sign-out', {})

/** Asks for a letter with a link. Resolves alike, whether anybody has this email or not. */
export const requestPasswordReset = (email: string): Promise<void> =>
  post('/request-password-reset', { email })

/** Chooses a new password with the token of such a link; every session of the account ends. */
export const resetPassword = (token: string, newPassword: string): Promise<void> =>
  post('/reset-password', { token, newPassword })

/** Chooses a new password; every other session of the account ends. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  post('/change-password', { currentPassword, newPassword })

// All tabs of a browser share one session: what one does to it, the others must hear.
const SESSION_CHANNEL = 'rigwright session'

/** Tells the other tabs that somebody signed in or out. */
export function announceSession(): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Hears that somebody signed in or out, in this tab or another. */
export function onOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.addEventListener('message', listener)
  return () => channel.close()
}

/** Asks again who is signed in, and for everything else on the page, whenever a tab says so. */
export const refetchOnSessionChange = (queries: QueryClient): (() => void) =>
  onOtherTab(() => {
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })

const WORK_PAGES_KEY = 'rigwright work-pages'

const WORK_PAGES = ['dashboard', 'bay', 'my', 'founders'] as const
export type WorkPage = (typeof WORK_PAGES)[number]

/** Where somebody works, the first of it where the day begins; null for a visitor. */
export function workPagesOf(actor: Actor): readonly WorkPage[] | null {
  if (actor.kind === 'visitor') return null
  if (actor.kind === 'founder') return ['founders', 'my']
  if (actor.kind === 'rv-owner') return ['my']
  if (landingPageOf(actor) === 'bay') return ['bay']
  return may(actor, 'bay.see') ? ['dashboard', 'bay'] : ['dashboard']
}

/** As this browser last knew it: the header stands right at once. */
export function getCachedWorkPages(): readonly WorkPage[] | null {
  const stored = localStorage.getItem(WORK_PAGES_KEY)?.split(' ')
  return stored === undefined ? null : WORK_PAGES.filter(page => stored.includes(page))
}

export function cacheWorkPages(workPages: readonly WorkPage[] | null): void {
  if (workPages === null) localStorage.removeItem(WORK_PAGES_KEY)
  else localStorage.setItem(WORK_PAGES_KEY, workPages.join(' '))
}
