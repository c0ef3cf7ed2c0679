import { useInfiniteQuery } from '@tanstack/react-query'
import { trailSentence } from '#domain/audit/entry.ts'
import { api } from '#web/api/client.ts'
import { beforeOf, olderPages } from '#web/api/infinite-pages.ts'
import { DayPanel } from '#web/features/schedule/day-panel.tsx'
import { TextLink } from '#web/ui/links.tsx'

export function DeedsPanel() {
  const query = useInfiniteQuery(api.trail.deeds.infiniteOptions({ input: beforeOf, ...olderPages }))
  return (
    <DayPanel
      title="Who did what"
      loading="Loading the trail..."
      query={query}
      linesOf={page => page.deeds}
      timeZone={query.data?.pages[0]?.timeZone ?? 'UTC'}
      keyOf={({ version, seq }) => `${version} ${seq}`}
      tell={deed => (
        <>
          {trailSentence(deed)}
          {deed.kind === 'ticket' && (
            <>
              {' '}
              (<TextLink to={`/service-ticket/${deed.id}`}>ticket {deed.id}</TextLink>)
            </>
          )}
        </>
      )}
    />
  )
}
