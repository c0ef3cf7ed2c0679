// A ticket as the contract hands it out, and the commands that change it.

import type { InferContractRouterOutputs } from '@orpc/contract'
import { useQueryClient } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { type AppError, api, type ClientContext } from '#web/api/client.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { type ShowError, useMutationOnce } from '#web/api/use-mutation-once.ts'

type Ticket = InferContractRouterOutputs<Contract>['tickets']['get']

/** On its way to the ticket, or off it, until the server says so: nothing can be done with it meanwhile. */
type OptimisticState = { readonly optimistic?: 'adding' | 'removing' }

export type JobView = Ticket['jobs'][number] & OptimisticState
export type PartView = Ticket['parts'][number] & OptimisticState
export type TicketView = Omit<Ticket, 'jobs' | 'parts'> & {
  readonly jobs: readonly JobView[]
  readonly parts: readonly PartView[]
}

/** The lines that work can be done on now. */
export const workableJobs = (jobs: readonly JobView[]): readonly JobView[] =>
  jobs.filter(({ optimistic }) => optimistic === undefined)

type Call<Input, Output> = (input: Input, options: { context: ClientContext }) => Promise<Output>

type TicketCommandOptions<Input, Output> = {
  /** The ticket as it will be: on screen at once, and taken back when the server refuses. */
  readonly optimistic?: ((ticket: TicketView, input: Input) => TicketView) | undefined
  /** What else on the page shows it; answers with what puts that back. */
  readonly optimisticElsewhere?: (input: Input) => (() => void) | undefined
  readonly onDone?: (output: Output) => void
  readonly onError?: (error: AppError, showError: ShowError) => void
  /** Busy until the page has seen what came of it: for a button that turns into its opposite. */
  readonly waitForRefetch?: boolean
  /** See `useCommand`. */
  readonly basis?: string | undefined
  readonly lateMessage?: string | undefined
}

/**
 * A command on one ticket. Whatever comes of it, the page looks at the ticket again: the live
 * stream does so too, but may be down at that moment.
 */
export function useTicketCommand<Input, Output>(
  ticketId: number,
  call: Call<Input, Output>,
  {
    optimistic,
    optimisticElsewhere,
    onDone,
    onError,
    waitForRefetch = false,
    basis,
    lateMessage,
  }: TicketCommandOptions<Input, Output> = {},
) {
  const queries = useQueryClient()
  const refetch = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) }),
      // Somebody's clock may have started or stopped with it.
      queries.invalidateQueries({ queryKey: api.clocks.mine.key() }),
    ])
  }
  const show = (input: Input): (() => void) => {
    const queryKey = api.tickets.get.queryKey({ input: { ticketId } })
    const rollback =
      optimistic && optimisticUpdate<TicketView>(queries, queryKey, ticket => optimistic(ticket, input))
    const rollbackElsewhere = optimisticElsewhere?.(input)
    return () => {
      rollback?.()
      rollbackElsewhere?.()
    }
  }
  return useMutationOnce(call, {
    optimistic: show,
    basis,
    lateMessage,
    onDone: async output => {
      const refetched = refetch()
      onDone?.(output)
      if (waitForRefetch) await refetched
    },
    onError: (error, showError) => {
      if (error.code !== 'OFFLINE') void refetch()
      if (onError !== undefined) onError(error, showError)
      else showError(error)
    },
  })
}
