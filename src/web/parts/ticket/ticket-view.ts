// A ticket as the contract hands it out, and the commands that change it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { api, type ClientContext, type Fault } from '#web/api.ts'
import { useCommand } from '#web/parts/use-command.ts'
import { notify } from '#web/ui/notify.ts'

export type TicketView = InferContractRouterOutputs<Contract>['tickets']['get']
export type JobView = TicketView['jobs'][number]
export type PartView = TicketView['parts'][number]

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

type Options<Input, Output> = {
  /** The ticket as it will be: on screen at once, and taken back when the server refuses. */
  readonly foresee?: ((ticket: TicketView, input: Input) => TicketView) | undefined
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
  { foresee, onDone, onFault, untilSeen = false, basis }: Options<Input, Output> = {},
) {
  const queries = useQueryClient()
  const lookAgain = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) }),
      // Somebody's clock may have started or stopped with it.
      queries.invalidateQueries({ queryKey: api.clocks.mine.key() }),
    ])
  }
  const show = (input: Input): (() => void) | undefined =>
    foresee && showAtOnce(queries, ticketId, ticket => foresee(ticket, input))
  return useCommand(call, {
    foresee: show,
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

/** Draws the ticket as it will be; answers with what puts it back, unless something newer has come since. */
function showAtOnce(
  queries: QueryClient,
  ticketId: number,
  change: (ticket: TicketView) => TicketView,
): (() => void) | undefined {
  const queryKey = api.tickets.get.queryKey({ input: { ticketId } })
  const before = queries.getQueryData(queryKey)
  if (before === undefined) return undefined
  // An answer on its way is from before the press, and would bury it.
  void queries.cancelQueries({ queryKey })
  const shown = queries.setQueryData(queryKey, change(before))
  return () => {
    if (queries.getQueryData(queryKey) === shown) queries.setQueryData(queryKey, before)
  }
}
