import { useQueryClient } from '@tanstack/react-query'
import { OFFLINE } from '#web/api.ts'
import { announceSession, meQuery, signIn } from '#web/session.ts'

/** Signs in and makes this tab and the others the new person's. Rejects with the provider's message. */
export function useEnter(): (email: string, password: string) => Promise<void> {
  const queries = useQueryClient()
  return async (email, password) => {
    await signIn(email, password)
    // Nothing of whoever was here before may be shown to whoever is here now.
    queries.removeQueries({ type: 'inactive' })
    await queries.fetchQuery({ ...meQuery, staleTime: 0 }).catch(() => {
      throw new Error(OFFLINE)
    })
    announceSession()
  }
}
