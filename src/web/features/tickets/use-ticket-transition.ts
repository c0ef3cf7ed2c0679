import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { TransitionName } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { notifyNotEmailed } from '#web/features/contact/notify-not-emailed.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { useTicketCommand } from './use-ticket-command.ts'

type TransitionOptions = {
  /** The message afterwards. */
  readonly successMessage: string
  /** The page afterwards. */
  readonly to: string
  /** Keeps the page unchanged while navigating away. */
  readonly setLeaving: (leaving: boolean) => void
}

// The next step's button appears where the last one was: a slow double click must not tap it too.
const COOLDOWN_MS = 800
/** How long the next page may take to load on a slow phone; its button is disabled until then. */
const NAVIGATION_TIMEOUT_MS = 5000
let lastTransitionAt = Number.NEGATIVE_INFINITY

/** Whether the page was just opened by another step. */
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

/** A step of the ticket that navigates. During its cooldown it cannot be tapped. */
export function useTicketTransition(
  ticketId: number,
  // A customer cancels; the desk never does, and checks in by a form.
  transition: Exclude<TransitionName, 'cancel' | 'checkIn'>,
  { successMessage, to, setLeaving }: TransitionOptions,
) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isCoolingDown = useCooldown()
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets[transition], {
    onDone: ({ email }) => {
      lastTransitionAt = performance.now()
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(successMessage)
      notifyNotEmailed(email)
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
  return { start, isRunning, isCoolingDown }
}
