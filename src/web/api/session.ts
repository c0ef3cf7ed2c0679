// The current session. Logging in and out are the library's endpoints; everything else is read from the contract.

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { type Actor, isStaff } from '#domain/account/actor.ts'
import { landingPageOf, may } from '#domain/account/permission.ts'
import { api, OFFLINE_MESSAGE } from './client.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

const REPLACED_AFTER_MS = 500

/**
 * The actor of this browser. If somebody was logged in and the server answers `visitor`, it is asked a second time: the
 * session may have been replaced meanwhile, and the first request still had the cookie of the one before.
 */
export const meQuery = queryOptions({
  ...api.me.queryOptions(),
  queryFn: async ({ client, signal }) => {
    const known = client.getQueryData(api.me.queryKey())
    const actor = await api.me.call(undefined, { signal })
    if (actor.kind !== 'visitor' || known === undefined || known.kind === 'visitor') return actor
    await new Promise(resolve => setTimeout(resolve, REPLACED_AFTER_MS))
    return api.me.call(undefined, { signal })
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The account whose company stream to follow; null without one. */
export const accountOf = (actor: Actor | undefined): string | null =>
  actor !== undefined && isStaff(actor) ? actor.id : null

/** An error of the authentication library, with its message. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  /** Such as `INVALID_TOKEN`; empty if the server could not be reached. */
  readonly code: string

  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

/** Calls the authentication library: a POST with a body, a GET without. Rejects with an AuthError. */
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

/** Logs in, or returns that a two-factor code is needed. Rejects with the provider's message. */
export async function signIn(email: string, password: string): Promise<'in' | 'two-factor'> {
  const result = await authRequest('/sign-in/email', { email, password })
  return (result as { twoFactorRedirect?: boolean }).twoFactorRedirect ? 'two-factor' : 'in'
}

/** Finishes logging in with a code from the app. */
export const sendCode = (code: string): Promise<void> => post('/two-factor/verify-totp', { code })

/** Finishes logging in with a recovery code. */
export const sendRecoveryCode = (code: string): Promise<void> =>
  post('/two-factor/verify-backup-code', { code })

/** Logs out. Rejects with an AuthError if that fails. */
export const signOut = (): Promise<void> => post('/sign-out', {})

/**
 * Requests a reset link by email. Resolves the same whether or not the account exists; `canMail` says whether this
 * server sends emails at all.
 */
export const requestPasswordReset = async (email: string) =>
  (await authRequest('/request-password-reset', { email })) as { readonly canMail: boolean }

/** Sets a new password with a reset link's token; ends every session of the account. */
export const resetPassword = (token: string, newPassword: string): Promise<void> =>
  post('/reset-password', { token, newPassword })

/** Sets a new password; ends every other session of the account. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  post('/change-password', { currentPassword, newPassword })

// All tabs of a browser share one session, so changes are announced to the others.
const SESSION_CHANNEL = 'rigwright session'

/** Tells the other tabs about a login or logout. */
export function announceSession(): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.postMessage(null)
  channel.close()
}

/** Called after a login or logout in any tab. */
export function onOtherTab(listener: () => void): () => void {
  const channel = new BroadcastChannel(SESSION_CHANNEL)
  channel.addEventListener('message', listener)
  return () => channel.close()
}

/** Refetches the user and everything else after such an announcement. */
export const refetchOnSessionChange = (queries: QueryClient): (() => void) =>
  onOtherTab(() => {
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })

/** In localStorage: whose bay is stored on this device (web/bay), if anyone's. */
export const BAY_KEY = 'rigwright bay-account'

const WORK_PAGES_KEY = 'rigwright work-pages'

const WORK_PAGES = ['dashboard', 'bay', 'my', 'founders'] as const
export type WorkPage = (typeof WORK_PAGES)[number]

/** A user's work pages, the landing page first; null for a visitor. An employee without a role has none. */
export function workPagesOf(actor: Actor): readonly WorkPage[] | null {
  if (actor.kind === 'visitor') return null
  if (actor.kind === 'founder') return ['founders', 'my']
  const landingPage = landingPageOf(actor)
  if (landingPage === 'profile') return []
  return landingPage === 'dashboard' && may(actor, 'bay.see') ? ['dashboard', 'bay'] : [landingPage]
}

/** As stored in this browser, so that the header is correct at once. */
export function getCachedWorkPages(): readonly WorkPage[] | null {
  const stored = localStorage.getItem(WORK_PAGES_KEY)?.split(' ')
  return stored === undefined ? null : WORK_PAGES.filter(page => stored.includes(page))
}

export function cacheWorkPages(workPages: readonly WorkPage[] | null): void {
  if (workPages === null) localStorage.removeItem(WORK_PAGES_KEY)
  else localStorage.setItem(WORK_PAGES_KEY, workPages.join(' '))
}

/** The current account; null without one, or while unknown. */
export function useAccount(): string | null {
  const { data: actor } = useQuery(meQuery)
  return actor !== undefined && 'id' in actor ? actor.id : null
}
