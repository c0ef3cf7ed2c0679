import { useInfiniteQuery } from '@tanstack/react-query'
import { auditSentence } from '#domain/audit/entry.ts'
import { api } from '#web/api/client.ts'
import { beforeInput, infinitePages } from '#web/api/infinite-pages.ts'
import { DayPanel } from '#web/features/schedule/day-panel.tsx'
import { TextLink } from '#web/ui/links.tsx'

export function AuditPanel() {
  const query = useInfiniteQuery(api.audit.list.infiniteOptions({ input: beforeInput, ...infinitePages }))
  return (
    <DayPanel
      title="Activity"
      loading="Loading activity..."
      query={query}
      linesOf={page => page.deeds}
      timeZone={query.data?.pages[0]?.timeZone ?? 'UTC'}
      keyOf={({ version, seq }) => `${version} ${seq}`}
      renderLine={entry => (
        <>
          {auditSentence(entry)}
          {entry.kind === 'ticket' && (
            <>
              {' '}
              (<TextLink to={`/service-ticket/${entry.id}`}>ticket {entry.id}</TextLink>)
            </>
          )}
        </>
      )}
    />
  )
}
