import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteBay } from '#web/api/persisted-cache.ts'
import { announceSession, meQuery } from '#web/api/session.ts'
import { useAccount } from '#web/api/use-account.ts'

/** After logging out: goes Home and removes private data. */
export function useAfterSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const accountId = useAccount()
  return async () => {
    // Without typed text its code was never loaded.
    const { clearDrafts } = await import('#web/api/form-draft.ts')
    clearDrafts()
    const { deleteDraftsOf } = await import('#web/features/tickets/autosave/text-drafts.ts')
    // Leave the private page first: its guard would redirect to Login.
    await navigate({ to: '/' })
    deleteBay()
    queries.setQueryData(meQuery.queryKey, { kind: 'visitor' })
    if (accountId !== null) deleteDraftsOf(accountId)
    // The shell on every page watches the user query, so it stays.
    queries.removeQueries({ type: 'inactive' })
    announceSession()
  }
}
