import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isOpen } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { BookingDetails } from '#web/features/bookings/booking-details.tsx'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'

const MoveAppointment = lazyPanel(() =>
  import('#web/pages/desk/ticket/move-appointment.tsx').then(({ MoveAppointment }) => MoveAppointment),
)

/** The appointment's details; nothing on a ticket without one. */
export function BookingPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId, appointment } = ticket
  const [isMoving, setMoving] = useState(false)
  const moveButton = useRef<HTMLButtonElement>(null)
  const isBooked = usePermission()('ticket.accept') && appointment !== null
  const { data } = useQuery({ ...api.bookings.get.queryOptions({ input: { ticketId } }), enabled: isBooked })
  if (data === undefined) return null
  const close = () => {
    setMoving(false)
    // The tapped button goes away with the form.
    requestAnimationFrame(() => moveButton.current?.focus())
  }
  return (
    <Panel title={data.isByShop ? 'Appointment' : 'Booking'}>
      <BookingDetails booking={data} />
      {isOpen(ticket) &&
        (isMoving ? (
          <MoveAppointment booking={data} onDone={close} />
        ) : (
          <Button ref={moveButton} mt="sm" onClick={() => setMoving(true)}>
            Move Appointment
          </Button>
        ))}
    </Panel>
  )
}
