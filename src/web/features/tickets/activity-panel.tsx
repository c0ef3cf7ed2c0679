import { useInfiniteQuery } from '@tanstack/react-query'
import { activitySentence } from '#domain/tickets/activity.ts'
import { api } from '#web/api/client.ts'
import { beforeInput, infinitePages } from '#web/api/infinite-pages.ts'
import { EntriesByDayPanel } from '#web/features/panels/entries-by-day-panel.tsx'
import type { TicketView } from './ticket-view.ts'

/** A ticket's activity: who did what, and when. */
export function ActivityPanel({ ticket }: { ticket: Pick<TicketView, 'ticketId' | 'timeZone'> }) {
  const { ticketId, timeZone } = ticket
  const query = useInfiniteQuery(
    api.tickets.activity.infiniteOptions({
      input: (before: string | undefined) => ({ ticketId, ...beforeInput(before) }),
      ...infinitePages,
    }),
  )
  return (
    <EntriesByDayPanel
      title="Activity"
      loading="Loading the activity..."
      query={query}
      linesOf={page => page.entries}
      timeZone={timeZone}
      keyOf={({ version, seq }) => `${version} ${seq}`}
      renderLine={entry => activitySentence(entry)}
    />
  )
}
