import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { activitySentence, byDay } from '#domain/activity.ts'
import { dayOf, nameDay, printTime } from '#domain/calendar.ts'
import { api } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { useNow } from '#web/parts/use-now.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PanelSkeleton } from '#web/ui/skeletons.tsx'
import styles from './activity-panel.module.css'
import type { TicketView } from './ticket-view.ts'

const MINUTE_MS = 60_000

/** What happened to the ticket, newest first: who did what, and when. */
export function ActivityPanel({ ticket }: { ticket: Pick<TicketView, 'ticketId' | 'timeZone'> }) {
  const { ticketId, timeZone } = ticket
  const today = dayOf(useNow(MINUTE_MS), timeZone)
  const list = useRef<HTMLDivElement>(null)
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    api.tickets.activity.infiniteOptions({
      input: (before: string | undefined) => ({ ticketId, ...(before === undefined ? {} : { before }) }),
      initialPageParam: undefined,
      getNextPageParam: page => page.next ?? undefined,
    }),
  )

  async function showMore(): Promise<void> {
    const { hasNextPage: isMore } = await fetchNextPage()
    // The button that was pressed is gone; the keyboard stays at the list.
    if (!isMore) list.current?.focus()
  }

  return (
    <Panel title="Activity">
      {data === undefined && error === null && <PanelSkeleton label="Loading the activity..." />}
      {data === undefined && error !== null && <LoadFault error={error} onRetry={() => refetch()} />}
      {data !== undefined && (
        <div ref={list} tabIndex={-1} className={styles.days}>
          {byDay(
            data.pages.flatMap(page => page.entries),
            timeZone,
          ).map(({ day, entries }) => (
            <section key={day} aria-label={nameDay(day, today)}>
              <h3 className={styles.day}>{nameDay(day, today)}</h3>
              <ul className={styles.lines}>
                {entries.map(entry => (
                  <li key={`${entry.version} ${entry.seq}`}>
                    {activitySentence(entry)},{' '}
                    <time className={styles.time} dateTime={entry.at.toISOString()}>
                      {printTime(entry.at, timeZone)}
                    </time>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {hasNextPage && (
        <Button fullWidth variant="subtle" disabled={isFetchingNextPage} onClick={() => void showMore()}>
          {isFetchingNextPage ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </Panel>
  )
}
