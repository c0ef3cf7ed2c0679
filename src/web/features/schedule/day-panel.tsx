import { type ReactNode, useRef } from 'react'
import { dayOf, nameDay, printTime } from '#domain/lib/company-time.ts'
import { byDay } from '#domain/tickets/activity.ts'
import { MoreOfList, type PagedList } from '#web/api/load-more.tsx'
import { LoadFault } from '#web/api/query-error.tsx'
import { useNow } from '#web/api/use-now.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './day-panel.module.css'

const MINUTE_MS = 60_000

type Pages<Page> = PagedList & {
  readonly data: { readonly pages: readonly Page[] } | undefined
  readonly refetch: () => unknown
}

type Props<Page, Line> = {
  readonly title: string
  readonly loading: string
  readonly query: Pages<Page>
  readonly linesOf: (page: Page) => readonly Line[]
  readonly timeZone: string
  readonly keyOf: (line: Line) => string
  /** What happened; the time is put after it. */
  readonly tell: (line: Line) => ReactNode
}

/** What happened, newest first, under the days it happened on. */
export function DayPanel<Page, Line extends { readonly at: Date }>(props: Props<Page, Line>) {
  const { title, loading, query, linesOf, timeZone, keyOf, tell } = props
  const { data, error, refetch } = query
  const today = dayOf(useNow(MINUTE_MS), timeZone)
  const list = useRef<HTMLDivElement>(null)

  return (
    <Panel title={title}>
      {data === undefined && error === null && <PanelSkeleton label={loading} />}
      {data === undefined && error !== null && <LoadFault error={error} onRetry={() => refetch()} />}
      {data !== undefined && (
        <div ref={list} className={styles.days}>
          {byDay(data.pages.flatMap(linesOf), timeZone).map(({ day, entries }) => (
            <section key={day} aria-label={nameDay(day, today)}>
              <h3 className={styles.day}>{nameDay(day, today)}</h3>
              <ul className={styles.lines}>
                {entries.map(line => (
                  <li key={keyOf(line)}>
                    {tell(line)},{' '}
                    <time className={styles.time} dateTime={line.at.toISOString()}>
                      {printTime(line.at, timeZone)}
                    </time>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <MoreOfList query={query} list={list} fullWidth variant="subtle" />
    </Panel>
  )
}
