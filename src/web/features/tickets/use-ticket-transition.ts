import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { TOO_MANY_EMAILS } from '#domain/mail/email-outcome.ts'
import type { TransitionName } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useTicketCommand } from './ticket-queries.ts'

type TransitionOptions = {
  /** What is said once it is done. */
  readonly successMessage: string
  /** Where to go then. */
  readonly to: string
  /** Holds the page as it stands while the ticket leaves it. */
  readonly setLeaving: (leaving: boolean) => void
}

// The next step's button comes to stand where the last one was pressed: the second half of a slow
// double click must not press it too.
const COOLDOWN_MS = 800
/** How long the page that it leads to may take to come, on a slow phone; it rests from then on. */
const NAVIGATION_TIMEOUT_MS = 5000
let lastTransitionAt = Number.NEGATIVE_INFINITY

/** Whether the page has only just come from another step of a ticket's life. */
function useCooldown(): boolean {
  const [isCoolingDown, setCoolingDown] = useState(
    () => performance.now() - lastTransitionAt < NAVIGATION_TIMEOUT_MS,
  )
  useEffect(() => {
    if (!isCoolingDown) return
    const timer = setTimeout(() => setCoolingDown(false), COOLDOWN_MS)
    return () => clearTimeout(timer)
  }, [isCoolingDown])
  return isCoolingDown
}

/** A step in the ticket's life that takes the person along. While it rests it cannot be pressed. */
export function useTicketTransition(
  ticketId: number,
  transition: TransitionName,
  { successMessage, to, setLeaving }: TransitionOptions,
) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isCoolingDown = useCooldown()
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets[transition], {
    onDone: ({ letter }) => {
      lastTransitionAt = performance.now()
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(successMessage)
      if (letter === 'too-many') notify.failure(TOO_MANY_EMAILS)
      void navigate({ to })
    },
    onError: ({ message, requestId }) => {
      setLeaving(false)
      notify.failure(message, { requestId })
    },
  })
  const start = (): void => {
    setLeaving(true)
    run({ ticketId })
  }
  return { move: start, isRunning, isResting: isCoolingDown }
}
