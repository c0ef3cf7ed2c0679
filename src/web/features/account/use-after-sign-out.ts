import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { announceSession, meQuery } from '#web/api/session.ts'
import { useAccount } from '#web/api/use-account.ts'

/** For whoever is signed in no more: goes Home and forgets what only the account that left may see. */
export function useAfterSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const accountId = useAccount()
  return async () => {
    // Whoever typed nothing never had its code.
    const { clearDrafts } = await import('#web/api/form-draft.ts')
    clearDrafts()
    const { deleteDraftsOf } = await import('#web/features/tickets/autosave/text-drafts.ts')
    // First away from the private page: its guard would lead to Login instead.
    await navigate({ to: '/' })
    queries.setQueryData(meQuery.queryKey, { kind: 'visitor' })
    if (accountId !== null) deleteDraftsOf(accountId)
    // Who is signed in is watched by the shell on every page, so it stays.
    queries.removeQueries({ type: 'inactive' })
    announceSession()
  }
}
