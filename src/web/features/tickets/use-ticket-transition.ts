import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { TOO_MANY_LETTERS } from '#domain/mail/email-outcome.ts'
import type { Step } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useTicketCommand } from './ticket-queries.ts'

type Way = {
  /** What is said once it is done. */
  readonly said: string
  /** Where to go then. */
  readonly to: string
  /** Holds the page as it stands while the ticket leaves it. */
  readonly setLeaving: (leaving: boolean) => void
}

// The next step's button comes to stand where the last one was pressed: the second half of a slow
// double click must not press it too.
const REST_MS = 800
/** How long the page that it leads to may take to come, on a slow phone; it rests from then on. */
const COMING_MS = 5000
let lastStepAt = Number.NEGATIVE_INFINITY

/** Whether the page has only just come from another step of a ticket's life. */
function useRest(): boolean {
  const [isResting, setResting] = useState(() => performance.now() - lastStepAt < COMING_MS)
  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setResting(false), REST_MS)
    return () => clearTimeout(timer)
  }, [isResting])
  return isResting
}

/** A step in the ticket's life that takes the person along. While it rests it cannot be pressed. */
export function useMove(ticketId: number, step: Step, { said, to, setLeaving }: Way) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isResting = useRest()
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets[step], {
    onDone: ({ letter }) => {
      lastStepAt = performance.now()
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(said)
      if (letter === 'too-many') notify.failure(TOO_MANY_LETTERS)
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
  return { move, isRunning, isResting }
}
