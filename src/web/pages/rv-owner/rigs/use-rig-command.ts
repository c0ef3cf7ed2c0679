import { useQueryClient } from '@tanstack/react-query'
import { type AppError, api, type ClientContext } from '#web/api/client.ts'
import type { SettleOptimistic } from '#web/api/optimistic-update.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'

type RigCommandOptions<Input> = {
  /** See `useMutationOnce`. */
  readonly optimistic?: (input: Input) => SettleOptimistic | undefined
}

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

/** A command on a rig; when it is done, the rig queries are refetched. */
export function useRigCommand<Input, Output>(
  call: Call<Input, Output>,
  onDone: (output: Output) => void | Promise<void>,
  { optimistic }: RigCommandOptions<Input> = {},
) {
  const queries = useQueryClient()
  return useMutationOnce(call, {
    optimistic,
    onDone: async output => {
      // Before the refetch: removing a rig leaves its page, which would be refetched in vain.
      await onDone(output)
      await queries.invalidateQueries({ queryKey: api.rigClaims.key() })
    },
    onError: ({ code, message, requestId }: AppError) => {
      notify.failure(message, { requestId })
      // It may belong to someone else now: remove it from the page.
      if (code === 'NOT_FOUND') void queries.invalidateQueries({ queryKey: api.rigClaims.key() })
    },
  })
}
