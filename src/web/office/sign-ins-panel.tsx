import { useInfiniteQuery } from '@tanstack/react-query'
import { signInSentence } from '#domain/trail.ts'
import { api } from '#web/api.ts'
import { DayPanel } from '#web/parts/day-panel.tsx'
import { beforeOf, olderPages } from '#web/parts/older-pages.ts'

export function SignInsPanel() {
  const query = useInfiniteQuery(api.trail.signIns.infiniteOptions({ input: beforeOf, ...olderPages }))
  return (
    <DayPanel
      title="Who signed in"
      loading="Loading the sign-ins..."
      query={query}
      linesOf={page => page.signIns}
      timeZone={query.data?.pages[0]?.timeZone ?? 'UTC'}
      keyOf={({ id }) => id}
      tell={({ name, event, address }) =>
        `${signInSentence(name, event)}${address === '' ? '' : `, from ${address}`}`
      }
    />
  )
}
