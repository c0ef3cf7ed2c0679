import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api/client.ts'
import { useMay } from '#web/api/use-permission.ts'
import type { TicketView } from '#web/features/tickets/ticket-queries.ts'
import { BookingFacts } from '#web/pages/desk/booking-facts.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

/** What was agreed when the ticket was booked; nothing on one that the desk made. */
export function BookingPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId, pendingTimestamp } = ticket
  const isBooked = useMay()('ticket.accept') && pendingTimestamp !== null
  const { data } = useQuery({ ...api.bookings.get.queryOptions({ input: { ticketId } }), enabled: isBooked })
  if (data === undefined) return null
  return (
    <Panel title="Booking">
      <BookingFacts booking={data} />
    </Panel>
  )
}
