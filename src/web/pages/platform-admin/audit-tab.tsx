import { useInfiniteQuery } from '@tanstack/react-query'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { api } from '#web/api/client.ts'
import { EntriesByDayPanel } from '#web/api/entries-by-day-panel.tsx'
import { newestFirst } from '#web/api/infinite-pages.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './platform-admin.module.css'

/** All founders' actions, newest first; entries cannot be changed. */
export function AuditTab() {
  const query = useInfiniteQuery(api.platformAdmin.listAuditEntries.infiniteOptions(newestFirst))
  const timeZone = useBrowserTimeZone()
  if (query.data?.pages[0]?.entries.length === 0)
    return <EmptyState sentence="Nothing yet." next="Founder actions are listed here." />
  return (
    <div className={styles.reading}>
      <EntriesByDayPanel
        title="Founder activity"
        loading="Loading activity…"
        query={query}
        linesOf={page => page.entries}
        timeZone={timeZone}
        keyOf={({ entryId }) => entryId}
        renderLine={entry => (
          <>
            {adminSentence(entry)}
            {entry.companyUUID !== null && (
              <>
                {' '}
                (
                <TextLink to="/founders" search={{ company: entry.companyUUID }}>
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
