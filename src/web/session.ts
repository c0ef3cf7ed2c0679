// Who is signed in. Sign-in itself is the library's own two addresses; everything else about a
// session is read from the contract.

import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Actor, isStaff } from '#domain/actor.ts'
import { api, OFFLINE } from './api.ts'

/** The actor as the server sees this browser. */
export const meQuery = queryOptions({ ...api.me.queryOptions(), staleTime: Number.POSITIVE_INFINITY })

/** The account whose company's stream to follow; null when there is none. */
export const accountOf = (actor: Actor | undefined): string | null =>
  actor !== undefined && isStaff(actor) ? actor.id : null

async function post(path: string, body: object): Promise<void> {
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new Error(OFFLINE)
  }
  if (response.ok) return
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new Error(message ?? OFFLINE)
}

/** Signs in. Rejects with the provider's own message. */
export const signIn = (email: string, password: string): Promise<void> =>
  post('/sign-in/email', { email, password })

/** Signs out. Rejects with one sentence when the server did not hear it. */
export const signOut = (): Promise<void> => post('/sign-out', {})

// All tabs of a browser share one session: what one does to it, the others must hear.
const TABS = 'rigwright session'

/** Tells the other tabs that somebody signed in or out. */
export function announceSession(): void {
  const channel = new BroadcastChannel(TABS)
  channel.postMessage(null)
  channel.close()
}

/** Asks again who is signed in, and for everything else on the page, whenever another tab says so. */
export function hearSession(queries: QueryClient): () => void {
  const channel = new BroadcastChannel(TABS)
  channel.addEventListener('message', () => {
    queries.removeQueries({ type: 'inactive' })
    void queries.invalidateQueries()
  })
  return () => channel.close()
}

const GUESS = 'rigwright signed-in'

/** Whether somebody was signed in when this browser last knew: the header stands right at once. */
export const guessSignedIn = (): boolean => localStorage.getItem(GUESS) !== null

export function keepGuess(isSignedIn: boolean): void {
  if (isSignedIn) localStorage.setItem(GUESS, 'yes')
  else localStorage.removeItem(GUESS)
}
