import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Step } from '#domain/ticket.ts'
import { api, client } from '#web/api.ts'
import { notify } from '#web/ui/notify.tsx'
import { useTicketCommand } from './ticket-view.ts'

type Way = {
  /** What is said once it is done. */
  readonly said: string
  /** Where to go then. */
  readonly to: string
  /** Holds the page as it stands while the ticket leaves it. */
  readonly setLeaving: (leaving: boolean) => void
}

/** A step in the ticket's life that takes the person along. */
export function useMove(ticketId: number, step: Step, { said, to, setLeaving }: Way) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets[step], {
    onDone: () => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(said)
      void navigate({ to })
    },
    onFault: ({ message, requestId }) => {
      setLeaving(false)
      notify.failure(message, { requestId })
    },
  })
  const move = (): void => {
    setLeaving(true)
    run({ ticketId })
  }
  return { move, isRunning }
}
