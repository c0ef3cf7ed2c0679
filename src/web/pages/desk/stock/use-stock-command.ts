import type { InferContractRouterOutputs } from '@orpc/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { type AppError, api } from '#web/api/client.ts'
import { type MutationCall, type ShowError, useMutationOnce } from '#web/api/use-mutation-once.ts'
import { lazyValidation } from '#web/api/validate-with-contract.ts'

export type StockItemView = InferContractRouterOutputs<Contract>['stock']['list'][number]

export const loadStockValidation = lazyValidation(() => import('./stock-validation.ts'))

type Outcome = {
  readonly onDone: () => void
  readonly onError?: (error: AppError) => void
}

/** A command on stock, which is loaded again before its outcome is shown, also if it was refused. */
export function useStockCommand<Input, Output>(
  call: MutationCall<Input, Output>,
  { onDone, onError }: Outcome,
) {
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: api.stock.key() })
  return useMutationOnce(call, {
    onDone: async () => {
      await reload()
      onDone()
    },
    onError: (error: AppError, showError: ShowError) => {
      void reload()
      if (onError === undefined) showError(error)
      else onError(error)
    },
  })
}
