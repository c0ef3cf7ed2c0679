import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { BookingFacts } from '#web/desk/booking-facts.tsx'
import type { TicketView } from '#web/parts/ticket/ticket-view.ts'
import { useMay } from '#web/parts/use-may.ts'
import { Panel } from '#web/ui/panel.tsx'

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
