import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type LetterFate, TOO_MANY_LETTERS } from '#domain/mail/email-outcome.ts'
import { api, client, type Fault } from '#web/api/client.ts'
import { pageCode } from '#web/api/lazy-page.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { useMay } from '#web/api/use-permission.ts'
import { bookingPlace } from '#web/features/tickets/ticket-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import styles from './ticket-lane.module.css'

// Fields and pictures, which most cards are answered without.
const DeclineForm = lazy(() => formCode().then(code => ({ default: code.DeclineForm })))
const formCode = pageCode(() => import('./decline-form.tsx'))
const ShownBooking = lazy(() => shownCode().then(code => ({ default: code.ShownBooking })))
const shownCode = pageCode(() => import('./booking-summary.tsx'))

type Open = 'nothing' | 'booking' | 'decline'

/** The desk's answer to a booking, with what was booked. Declining cannot be taken back, so it asks first. */
export function PendingAnswer({ ticketId, label }: { ticketId: number; label: string }) {
  const may = useMay()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>('nothing')
  const declineButton = useRef<HTMLButtonElement>(null)
  const bookingButton = useRef<HTMLButtonElement>(null)
  const wasDeclining = useRef(false)
  useEffect(() => {
    if (open === 'nothing' && wasDeclining.current) declineButton.current?.focus()
    wasDeclining.current = open === 'decline'
  }, [open])
  const router = useRouter()
  const isMeant = useLocation({ select: ({ hash }) => hash === bookingPlace(ticketId) })
  useEffect(() => {
    if (!isMeant) return
    const lead = () => {
      setOpen('booking')
      bookingButton.current?.focus()
    }
    lead()
    // Led here once more, the address stays the same.
    return router.subscribe('onResolved', lead)
  }, [isMeant, router])
  const saying = (words: string) => ({
    onDone: ({ letter }: { letter?: LetterFate | undefined }) => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(words)
      if (letter === 'too-many') notify.failure(TOO_MANY_LETTERS)
    },
    // Somebody else was first: the board shows where it went, the words say who it was.
    onFault: ({ message, requestId }: Fault) => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.failure(message, { requestId })
    },
  })
  const accept = useCommand(client.tickets.accept, saying('Booking accepted.'))
  const decline = useCommand(client.tickets.decline, saying('Booking declined.'))
  const isBusy = accept.isRunning || decline.isRunning
  if (!may('ticket.accept')) return null
  const show = (wanted: Open) => firstClick(() => setOpen(open === wanted ? 'nothing' : wanted))
  return (
    <div className={styles.answer}>
      <Button
        aria-label={`Accept ${label}`}
        disabled={isBusy}
        onClick={firstClick(() => accept.run({ ticketId }))}
      >
        Accept
      </Button>
      <Button
        ref={declineButton}
        variant="subtle"
        color="red"
        aria-label={`Decline ${label}`}
        aria-expanded={open === 'decline'}
        disabled={isBusy}
        onClick={show('decline')}
      >
        Decline
      </Button>
      <Button
        ref={bookingButton}
        variant="subtle"
        aria-label={`${open === 'booking' ? 'Hide' : 'Show'} booking of ${label}`}
        aria-expanded={open === 'booking'}
        onClick={show('booking')}
      >
        {open === 'booking' ? 'Hide booking' : 'Show booking'}
      </Button>
      <Suspense fallback={<ListSkeleton rows={2} height={24} />}>
        {open === 'decline' && (
          <DeclineForm
            isRunning={isBusy}
            onDecline={reason => decline.run({ ticketId, reason })}
            onKeep={() => setOpen('nothing')}
          />
        )}
        {open === 'booking' && <ShownBooking ticketId={ticketId} />}
      </Suspense>
    </div>
  )
}
