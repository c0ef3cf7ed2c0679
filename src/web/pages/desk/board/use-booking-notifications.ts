import { useEffect, useRef } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import type { TicketSummary } from '#web/api/live/invalidate.ts'
import { notify } from '#web/ui/feedback/notify.ts'

/** A customer waits for an answer: says so when a booking comes in while the board is on screen. */
export function useBookingNotifications(cards: readonly TicketSummary[] | undefined): void {
  const newest = useRef<number>(null)
  useEffect(() => {
    if (cards === undefined) return
    const before = newest.current
    newest.current = Math.max(before ?? 0, ...cards.map(({ since }) => since.getTime()))
    if (before === null) return
    const fresh = cards.filter(({ since }) => since.getTime() > before)
    const [first] = fresh
    if (first === undefined) return
    notify.success(
      fresh.length === 1 ? `New booking: ${customerLabel(first)}` : `${fresh.length} new bookings`,
    )
  }, [cards])
}
