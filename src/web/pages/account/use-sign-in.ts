import { useQueryClient } from '@tanstack/react-query'
import { OFFLINE_MESSAGE } from '#web/api/client.ts'
import { announceSession, meQuery, signIn } from '#web/api/session.ts'

/** Makes this tab and the others those of whoever has just signed in. */
export function useAfterSignIn(): () => Promise<void> {
  const queries = useQueryClient()
  return async () => {
    // Nothing of whoever was here before may be shown to whoever is here now.
    queries.removeQueries({ type: 'inactive' })
    await queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => {
      throw new Error(OFFLINE_MESSAGE)
    })
    announceSession()
  }
}

/**
 * Signs in, and arrives unless the account asks for its second step. Rejects with the provider's message.
 */
export function useSignIn(): (email: string, password: string) => Promise<'in' | 'two-factor'> {
  const afterSignIn = useAfterSignIn()
  return async (email, password) => {
    const next = await signIn(email, password)
    if (next === 'in') await afterSignIn()
    return next
  }
}
