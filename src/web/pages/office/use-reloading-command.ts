import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { AppError } from '#web/api/client.ts'
import { type MutationCall, useMutationOnce } from '#web/api/use-mutation-once.ts'

type Outcome<Output> = {
  readonly onDone: (output: Output) => void
  readonly onError?: ((error: AppError) => void) | undefined
}

/** A command on what a page shows, which is loaded again before its outcome is shown. */
export function useReloadingCommand<Input, Output>(
  call: MutationCall<Input, Output>,
  queryKey: QueryKey,
  { onDone, onError }: Outcome<Output>,
) {
  const queries = useQueryClient()
  return useMutationOnce(call, {
    onDone: async output => {
      await queries.invalidateQueries({ queryKey })
      onDone(output)
    },
    ...(onError && { onError }),
  })
}
