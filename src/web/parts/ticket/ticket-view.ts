// A ticket as the contract hands it out, and the commands that change it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { api, type ClientContext, type Fault } from '#web/api.ts'
import { useCommand } from '#web/parts/use-command.ts'
import { notify } from '#web/ui/notify.tsx'

export type TicketView = InferContractRouterOutputs<Contract>['tickets']['get']
export type JobView = TicketView['jobs'][number]
export type PartView = TicketView['parts'][number]

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

type Options<Output> = {
  readonly onDone?: (output: Output) => void
  readonly onFault?: (fault: Fault) => void
}

/**
 * A command on one ticket. Whatever comes of it, the page looks at the ticket again: the live
 * stream does so too, but may be down at that moment.
 */
export function useTicketCommand<Input, Output>(
  ticketId: number,
  call: Call<Input, Output>,
  { onDone, onFault }: Options<Output> = {},
) {
  const queries = useQueryClient()
  const lookAgain = (): void => {
    void queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) })
  }
  return useCommand(call, {
    onDone: output => {
      lookAgain()
      onDone?.(output)
    },
    onFault: fault => {
      if (fault.code !== 'OFFLINE') lookAgain()
      if (onFault !== undefined) onFault(fault)
      else notify.failure(fault.message, fault.requestId)
    },
  })
}
