// A ticket as the contract hands it out, and the commands that change it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { api, type ClientContext, type Fault } from '#web/api.ts'
import { useCommand } from '#web/parts/use-command.ts'
import { notify } from '#web/ui/notify.ts'

export type TicketView = InferContractRouterOutputs<Contract>['tickets']['get']
export type JobView = TicketView['jobs'][number]
export type PartView = TicketView['parts'][number]

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

type Options<Output> = {
  readonly onDone?: (output: Output) => void
  readonly onFault?: (fault: Fault) => void
  /** Busy until the page has seen what came of it: for a button that turns into its opposite. */
  readonly untilSeen?: boolean
  /** See `useCommand`. */
  readonly basis?: string | undefined
}

/**
 * A command on one ticket. Whatever comes of it, the page looks at the ticket again: the live
 * stream does so too, but may be down at that moment.
 */
export function useTicketCommand<Input, Output>(
  ticketId: number,
  call: Call<Input, Output>,
  { onDone, onFault, untilSeen = false, basis }: Options<Output> = {},
) {
  const queries = useQueryClient()
  const lookAgain = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) }),
      // Somebody's clock may have started or stopped with it.
      queries.invalidateQueries({ queryKey: api.clocks.mine.key() }),
    ])
  }
  return useCommand(call, {
    basis,
    onDone: async output => {
      const seen = lookAgain()
      onDone?.(output)
      if (untilSeen) await seen
    },
    onFault: fault => {
      if (fault.code !== 'OFFLINE') void lookAgain()
      if (onFault !== undefined) onFault(fault)
      else notify.failure(fault.message, { requestId: fault.requestId })
    },
  })
}
