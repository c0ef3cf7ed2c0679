import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { BookingDetails } from '#web/features/bookings/booking-details.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { Panel } from '#web/ui/layout/panel.tsx'

/** The booking's details; nothing on a ticket created by the desk. */
export function BookingPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId, pendingTimestamp } = ticket
  const isBooked = usePermission()('ticket.accept') && pendingTimestamp !== null
  const { data } = useQuery({ ...api.bookings.get.queryOptions({ input: { ticketId } }), enabled: isBooked })
  if (data === undefined) return null
  return (
    <Panel title="Booking">
      <BookingDetails booking={data} />
    </Panel>
  )
}
