import { useQueryClient } from '@tanstack/react-query'
import { type AppError, api } from '#web/api/client.ts'
import { type MutationCall, useMutationOnce } from '#web/api/use-mutation-once.ts'

type Outcome<Output> = {
  readonly onDone: (output: Output) => void
  readonly onError?: (error: AppError) => void
}

/** A command on an order; lists of orders and tickets are loaded again before its outcome is shown. */
export function useOrderCommand<Input, Output>(
  call: MutationCall<Input, Output>,
  { onDone, onError }: Outcome<Output>,
) {
  const queries = useQueryClient()
  return useMutationOnce(call, {
    onDone: async output => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: api.purchaseOrders.key() }),
        queries.invalidateQueries({ queryKey: api.tickets.get.key() }),
      ])
      onDone(output)
    },
    ...(onError && { onError }),
  })
}
