import { useQueryClient } from '@tanstack/react-query'
import { type AppError, api, type ClientContext } from '#web/api/client.ts'
import type { SettleOptimistic } from '#web/api/optimistic-update.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'

type AdminAction<Input> = (input: Input, options: { context: ClientContext }) => Promise<{ done: true }>

type AdminActionOptions<Input> = {
  /** The message afterwards. */
  readonly successMessage: string
  /** See `useMutationOnce`. */
  readonly optimistic?: (input: Input) => SettleOptimistic | undefined
  readonly onDone?: () => void
  readonly onError?: (error: AppError) => void
}

/** A founder's action: afterwards, everything on the page is refetched. */
export function useAdminAction<Input>(
  action: AdminAction<Input>,
  { successMessage, optimistic, onDone, onError }: AdminActionOptions<Input>,
) {
  const queries = useQueryClient()
  return useMutationOnce(action, {
    optimistic,
    onDone: async () => {
      notify.clear()
      notify.success(successMessage)
      onDone?.()
      await Promise.all(
        [api.platformAdmin.key(), api.companies.key(), api.workHistory.key()].map(queryKey =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
    },
    ...(onError === undefined ? {} : { onError }),
  })
}
