import { useInfiniteQuery } from '@tanstack/react-query'
import { activitySentence } from '#domain/activity.ts'
import { api } from '#web/api.ts'
import { DayPanel } from '#web/parts/day-panel.tsx'
import { beforeOf, olderPages } from '#web/parts/older-pages.ts'
import type { TicketView } from './ticket-view.ts'

/** What happened to the ticket: who did what, and when. */
export function ActivityPanel({ ticket }: { ticket: Pick<TicketView, 'ticketId' | 'timeZone'> }) {
  const { ticketId, timeZone } = ticket
  const query = useInfiniteQuery(
    api.tickets.activity.infiniteOptions({
      input: (before: string | undefined) => ({ ticketId, ...beforeOf(before) }),
      ...olderPages,
    }),
  )
  return (
    <DayPanel
      title="Activity"
      loading="Loading the activity..."
      query={query}
      linesOf={page => page.entries}
      timeZone={timeZone}
      keyOf={({ version, seq }) => `${version} ${seq}`}
      tell={entry => activitySentence(entry)}
    />
  )
}
