import { useInfiniteQuery } from '@tanstack/react-query'
import { trailSentence } from '#domain/trail.ts'
import { api } from '#web/api.ts'
import { DayPanel } from '#web/parts/day-panel.tsx'
import { beforeOf, olderPages } from '#web/parts/older-pages.ts'
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
