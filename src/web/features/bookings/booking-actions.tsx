import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import { vinWarning } from '#domain/rigs/vin.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { notifyNotEmailed } from '#web/features/contact/notify-not-emailed.ts'
import { CHECK_IN } from '#web/features/tickets/ticket-path.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './booking-actions.module.css'

// The form's code, which most cards do not need.
const DeclineForm = lazy(() => loadDeclineForm().then(module => ({ default: module.DeclineForm })))
const loadDeclineForm = lazyPage(() => import('./decline-form.tsx'))
const PendingBookingDetails = lazy(() =>
  loadPendingBookingDetails().then(module => ({ default: module.PendingBookingDetails })),
)
const loadPendingBookingDetails = lazyPage(() => import('./pending-booking-details.tsx'))

/** `vin`: the booking, and whether to accept its VIN. */
type OpenSection = 'nothing' | 'booking' | 'vin' | 'decline'

/** The desk's answer to a booking, with its details. Declining cannot be undone, so it asks first. */
export function BookingActions({ ticketId, label }: { ticketId: number; label: string }) {
  const may = usePermission()
  const queries = useQueryClient()
  const [open, setOpen] = useState<OpenSection>('nothing')
  const declineButton = useRef<HTMLButtonElement>(null)
  const wasDeclining = useRef(false)
  useEffect(() => {
    if (open === 'nothing' && wasDeclining.current) declineButton.current?.focus()
    wasDeclining.current = open === 'decline'
  }, [open])
  const withMessage = (text: string) => ({
    onDone: ({ email }: { email?: EmailOutcome | undefined }) => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(text)
      notifyNotEmailed(email)
    },
    // Another user was first: the board shows the new state, and the message says who it was.
    onError: ({ message, requestId }: AppError) => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.failure(message, { requestId })
    },
  })
  const accept = useMutationOnce(client.tickets.accept, withMessage('Booking accepted.'))
  const decline = useMutationOnce(client.tickets.decline, withMessage('Booking declined.'))
  const isBusy = accept.isRunning || decline.isRunning
  if (!may('ticket.accept')) return null
  const isBookingOpen = open === 'booking' || open === 'vin'
  const toggle = (section: OpenSection, isOpen: boolean) =>
    ignoreDoubleClick(() => setOpen(isOpen ? 'nothing' : section))

  /** A VIN that looks wrong is shown first: accepting puts it on file for every shop. */
  async function acceptOrAsk(): Promise<void> {
    const booking = await queries
      .ensureQueryData(api.bookings.get.queryOptions({ input: { ticketId } }))
      .catch(() => null)
    if (booking === null || vinWarning(booking.vin) === null) accept.run({ ticketId })
    else setOpen('vin')
  }
  return (
    <div className={styles.answer}>
      <Button
        aria-label={`Accept ${label}`}
        disabled={isBusy}
        onClick={ignoreDoubleClick(() => void acceptOrAsk())}
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
        onClick={toggle('decline', open === 'decline')}
      >
        Decline
      </Button>
      <Button
        variant="subtle"
        aria-label={`${isBookingOpen ? 'Hide' : 'View'} request of ${label}`}
        aria-expanded={isBookingOpen}
        onClick={toggle('booking', isBookingOpen)}
      >
        {isBookingOpen ? 'Hide request' : 'View request'}
      </Button>
      <Suspense fallback={<ListSkeleton rows={2} height={24} />}>
        {open === 'decline' && (
          <DeclineForm
            isRunning={isBusy}
            onDecline={reason => decline.run({ ticketId, reason })}
            onCancel={() => setOpen('nothing')}
          />
        )}
        {isBookingOpen && (
          <PendingBookingDetails
            ticketId={ticketId}
            isAsking={open === 'vin'}
            onAccept={() => accept.run({ ticketId })}
            onCancel={() => setOpen('booking')}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Of an appointment, until its rig is here. */
export const AppointmentLinks = ({ to, label }: { to: string; label: string }) => (
  <div className={styles.answer}>
    <LinkButton to={to} hash={CHECK_IN} aria-label={`Check in ${label}`}>
      Check In
    </LinkButton>
    <LinkButton to={to} variant="subtle" aria-label={`View appointment of ${label}`}>
      View appointment
    </LinkButton>
  </div>
)
