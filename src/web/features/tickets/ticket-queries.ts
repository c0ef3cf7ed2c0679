// A ticket as the contract hands it out, and the commands that change it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { api, type ClientContext, type Fault } from '#web/api/client.ts'
import { showAtOnce } from '#web/api/optimistic-update.ts'
import { type Tell, useCommand } from '#web/api/use-mutation-once.ts'

type Ticket = InferContractRouterOutputs<Contract>['tickets']['get']

/** On its way to the ticket, or off it, until the server says so: nothing can be done with it meanwhile. */
type Foreseen = { readonly foreseen?: 'coming' | 'going' }

export type JobView = Ticket['jobs'][number] & Foreseen
export type PartView = Ticket['parts'][number] & Foreseen
export type TicketView = Omit<Ticket, 'jobs' | 'parts'> & {
  readonly jobs: readonly JobView[]
  readonly parts: readonly PartView[]
}

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

type Options<Input, Output> = {
  /** The ticket as it will be: on screen at once, and taken back when the server refuses. */
  readonly foresee?: ((ticket: TicketView, input: Input) => TicketView) | undefined
  /** What else on the page shows it; answers with what puts that back. */
  readonly foreseeBeside?: (input: Input) => (() => void) | undefined
  readonly onDone?: (output: Output) => void
  readonly onFault?: (fault: Fault, tell: Tell) => void
  /** Busy until the page has seen what came of it: for a button that turns into its opposite. */
  readonly untilSeen?: boolean
  /** See `useCommand`. */
  readonly basis?: string | undefined
  readonly saidLate?: string | undefined
}

/**
 * A command on one ticket. Whatever comes of it, the page looks at the ticket again: the live
 * stream does so too, but may be down at that moment.
 */
export function useTicketCommand<Input, Output>(
  ticketId: number,
  call: Call<Input, Output>,
  {
    foresee,
    foreseeBeside,
    onDone,
    onFault,
    untilSeen = false,
    basis,
    saidLate,
  }: Options<Input, Output> = {},
) {
  const queries = useQueryClient()
  const lookAgain = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) }),
      // Somebody's clock may have started or stopped with it.
      queries.invalidateQueries({ queryKey: api.clocks.mine.key() }),
    ])
  }
  const show = (input: Input): (() => void) => {
    const queryKey = api.tickets.get.queryKey({ input: { ticketId } })
    const takeBack = foresee && showAtOnce<TicketView>(queries, queryKey, ticket => foresee(ticket, input))
    const takeBackBeside = foreseeBeside?.(input)
    return () => {
      takeBack?.()
      takeBackBeside?.()
    }
  }
  return useCommand(call, {
    foresee: show,
    basis,
    saidLate,
    onDone: async output => {
      const seen = lookAgain()
      onDone?.(output)
      if (untilSeen) await seen
    },
    onFault: (fault, tell) => {
      if (fault.code !== 'OFFLINE') void lookAgain()
      if (onFault !== undefined) onFault(fault, tell)
      else tell(fault)
    },
  })
}
