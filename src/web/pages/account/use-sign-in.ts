import { useQueryClient } from '@tanstack/react-query'
import { OFFLINE_MESSAGE } from '#web/api/client.ts'
import { announceSession, meQuery, signIn } from '#web/api/session.ts'

/** Switches this tab and the others to the new session. */
export function useAfterSignIn(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    // The new person must not see the previous person's data.
    queries.removeQueries({ type: 'inactive' })
    await queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => {
      throw new Error(OFFLINE_MESSAGE)
    })
    announceSession()
  }
}

/**
 * Signs in, unless the account needs its two-factor code first. Rejects with the provider's message.
 */
export function useSignIn(): (email: string, password: string) => Promise<'in' | 'two-factor'> {
  const afterSignIn = useAfterSignIn()
  return async (email, password) => {
    const next = await signIn(email, password)
    if (next === 'in') await afterSignIn()
    return next
  }
}
