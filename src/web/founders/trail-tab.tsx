import { useInfiniteQuery } from '@tanstack/react-query'
import { founderSentence } from '#domain/founder-trail.ts'
import { api } from '#web/api.ts'
import { DayPanel } from '#web/parts/day-panel.tsx'
import { beforeOf, olderPages } from '#web/parts/older-pages.ts'
import { useOwnZone } from '#web/parts/use-own-zone.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './founders.module.css'

/** What every founder did, newest first. Nobody can change a line of it. */
export function TrailTab() {
  const query = useInfiniteQuery(api.founders.deeds.infiniteOptions({ input: beforeOf, ...olderPages }))
  const timeZone = useOwnZone()
  if (query.data?.pages[0]?.deeds.length === 0)
    return <EmptyState sentence="Nothing yet." next="Whatever a founder does is written down here." />
  return (
    <div className={styles.reading}>
      <DayPanel
        title="What founders did"
        loading="Loading the trail…"
        query={query}
        linesOf={page => page.deeds}
        timeZone={timeZone}
        keyOf={({ deedId }) => deedId}
        tell={deed => (
          <>
            {founderSentence(deed)}
            {deed.companyUUID !== null && (
              <>
                {' '}
                (
                <TextLink to="/founders" search={{ company: deed.companyUUID }}>
                  company
                </TextLink>
                )
              </>
            )}
          </>
        )}
      />
    </div>
  )
}
