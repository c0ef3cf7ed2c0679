import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isConfirmed } from '#domain/tickets/confirmation.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { BookingDetails } from '#web/features/bookings/booking-details.tsx'
import { CheckInDetails } from '#web/features/bookings/check-in-details.tsx'
import { checkInNotesOf } from '#web/features/bookings/check-in-notes.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'

const MoveAppointment = lazyPanel(() =>
  import('#web/features/bookings/move-appointment.tsx').then(({ MoveAppointment }) => MoveAppointment),
)

/** The appointment's details; nothing on a ticket without one. */
export function BookingPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId, appointment, checkIn } = ticket
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const isBooked = usePermission()('ticket.accept') && appointment !== null
  const { data } = useQuery({ ...api.bookings.get.queryOptions({ input: { ticketId } }), enabled: isBooked })
  if (data === undefined) return null
  return (
    <Panel title={data.isByShop ? 'Appointment' : 'Booking'}>
      <BookingDetails booking={data} />
      {checkIn !== null && (
        <CheckInDetails ticket={ticket}>
          <KeyValues rows={checkInNotesOf(checkIn)} />
        </CheckInDetails>
      )}
      {isConfirmed(ticket) &&
        (isOpen ? (
          <MoveAppointment booking={data} onDone={() => setOpen(false)} />
        ) : (
          <Button ref={opener} mt="sm" onClick={() => setOpen(true)}>
            Move Appointment
          </Button>
        ))}
    </Panel>
  )
}
