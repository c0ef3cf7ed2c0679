import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { BookingDetails } from '#web/pages/desk/booking-facts.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

/** What was agreed when the ticket was booked; nothing on one that the desk made. */
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
