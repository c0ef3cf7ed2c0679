import { type ReactNode, useRef } from 'react'
import { dayOf, formatRelativeDay, formatTime } from '#domain/lib/company-time.ts'
import { groupByDay } from '#domain/tickets/activity.ts'
import { useNow } from '#web/api/use-now.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './entries-by-day-panel.module.css'
import { LoadMore, type PagedList } from './load-more.tsx'
import { QueryError } from './query-error.tsx'

type PagedQuery<Page> = PagedList & {
  readonly data: { readonly pages: readonly Page[] } | undefined
  readonly refetch: () => unknown
}

type EntriesByDayPanelProps<Page, Line> = {
  readonly title: string
  readonly loading: string
  readonly query: PagedQuery<Page>
  readonly linesOf: (page: Page) => readonly Line[]
  readonly timeZone: string
  readonly keyOf: (line: Line) => string
  /** The entry's text; the time is added after it. */
  readonly renderLine: (line: Line) => ReactNode
}

/** Entries by day, newest first. */
export function EntriesByDayPanel<Page, Line extends { readonly at: Date }>(
  props: EntriesByDayPanelProps<Page, Line>,
) {
  const { title, loading, query, linesOf, timeZone, keyOf, renderLine } = props
  const { data, error, refetch } = query
  const today = dayOf(useNow(), timeZone)
  const list = useRef<HTMLDivElement>(null)

  return (
    <Panel title={title}>
      {data === undefined && error === null && <PanelSkeleton label={loading} />}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
      {data !== undefined && (
        <div ref={list} className={styles.days}>
          {groupByDay(data.pages.flatMap(linesOf), timeZone).map(({ day, entries }) => (
            <section key={day} aria-label={formatRelativeDay(day, today)}>
              <h3 className={styles.day}>{formatRelativeDay(day, today)}</h3>
              <ul className={styles.lines}>
                {entries.map(line => (
                  <li key={keyOf(line)}>
                    {renderLine(line)},{' '}
                    <time className={styles.time} dateTime={line.at.toISOString()}>
                      {formatTime(line.at, timeZone)}
                    </time>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <LoadMore query={query} list={list} fullWidth variant="subtle" />
    </Panel>
  )
}
