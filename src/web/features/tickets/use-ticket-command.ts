import { useQueryClient } from '@tanstack/react-query'
import { useContext, useRef } from 'react'
import { type AppError, api } from '#web/api/client.ts'
import { optimisticUpdate, type SettleOptimistic } from '#web/api/optimistic-update.ts'
import { type MutationCall, type ShowError, useMutationOnce } from '#web/api/use-mutation-once.ts'
import { draftOwnerIn, textsSent } from '#web/bay/outbox/text-drafts.ts'
import { type TapEvents, TicketOutboxContext } from './ticket-outbox.ts'
import type { BayCommandName, TicketView } from './ticket-view.ts'

type TicketCommandOptions<Input, Output> = {
  /** The expected ticket: shown at once, and rolled back on a refusal. */
  readonly optimistic?: ((ticket: TicketView, input: Input) => TicketView) | undefined
  /** Optimistic updates of other queries. */
  readonly optimisticElsewhere?: (input: Input) => SettleOptimistic | undefined
  readonly onDone?: (output: Output) => void
  readonly onError?: (error: AppError, showError: ShowError) => void
  /** Busy until the page is refetched: for a button that turns into its opposite. */
  readonly waitForRefetch?: boolean
  /** See `useMutationOnce`. */
  readonly basis?: string | undefined
  /** What it is in the bay, where it is stored on the device before it is sent. */
  readonly inBay?: BayCommandName
  /**
   * For a form, whose errors belong beside its fields: in the bay it is asked directly, and stored only if the server is
   * out of reach or earlier taps wait.
   */
  readonly isDirect?: boolean
  /** For `isDirect`, if it was tapped before: then, in milliseconds since 1970 by this device's clock. */
  readonly tappedAt?: number | undefined
  /** Called in the bay once it is stored: the answer may come in hours. */
  readonly onStored?: () => void
  /** Called in the bay if it is not answered at once. */
  readonly onWaiting?: () => void
}

/** A command on a ticket. Afterwards the ticket is refetched: the live stream does so too, but may be down. */
export function useTicketCommand<Input, Output>(
  ticketId: number,
  call: MutationCall<Input, Output>,
  {
    optimistic,
    optimisticElsewhere,
    onDone,
    onError,
    waitForRefetch = false,
    basis,
    inBay,
    isDirect = false,
    tappedAt,
    onStored,
    onWaiting,
  }: TicketCommandOptions<Input, Output> = {},
) {
  const queries = useQueryClient()
  const outbox = useContext(TicketOutboxContext)
  const refetch = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: api.tickets.get.key({ input: { ticketId } }) }),
      // A clock may have started or stopped with it.
      queries.invalidateQueries({ queryKey: api.clocks.mine.key() }),
    ])
  }
  const show = (input: Input): SettleOptimistic => {
    const queryKey = api.tickets.get.queryKey({ input: { ticketId } })
    const settle =
      optimistic && optimisticUpdate<TicketView>(queries, queryKey, ticket => optimistic(ticket, input))
    const settleElsewhere = optimisticElsewhere?.(input)
    return outcome => {
      settle?.(outcome)
      settleElsewhere?.(outcome)
    }
  }
  /** What is asked directly, and stored if that cannot arrive. */
  const unanswered = useRef<{ readonly input: Input; readonly tappedAt: number } | null>(null)
  function store(input: Input, at: number | undefined, wasAsked = false): void {
    if (outbox === null || inBay === undefined) return
    const events: TapEvents<Output> = {
      onStored,
      onDone,
      ...(onWaiting && { onWaiting }),
      onError: (error, showError) => {
        // A device that can store nothing can still send.
        if (navigator.onLine && !wasAsked) direct.run(input)
        else if (onError === undefined) showError(error)
        else onError(error, showError)
      },
    }
    outbox.tap(ticketId, inBay, input, events, { tappedAt: at })
  }
  const callAfterText: MutationCall<Input, Output> = async (...command) => {
    await textsSent(draftOwnerIn(queries), ticketId)
    return call(...command)
  }
  const direct = useMutationOnce(callAfterText, {
    optimistic: show,
    basis,
    // In the bay the number of what waits says it.
    isQuiet: outbox !== null,
    onDone: async output => {
      unanswered.current = null
      const refetched = refetch()
      onDone?.(output)
      if (waitForRefetch) await refetched
    },
    onError: (error, showError) => {
      const sent = unanswered.current
      unanswered.current = null
      if (error.code !== 'OFFLINE') void refetch()
      if (error.code === 'OFFLINE' && sent !== null) store(sent.input, sent.tappedAt, true)
      else if (onError !== undefined) onError(error, showError)
      else showError(error)
    },
  })
  if (outbox === null || inBay === undefined) return direct
  const run = (input: Input): void => {
    if (isDirect && !outbox.mustStore(ticketId)) {
      unanswered.current = { input, tappedAt: tappedAt ?? Date.now() }
      direct.run(input)
    } else store(input, tappedAt)
  }
  return { run, isRunning: isDirect && direct.isRunning }
}
