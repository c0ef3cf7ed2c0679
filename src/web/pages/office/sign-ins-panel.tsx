import { useInfiniteQuery } from '@tanstack/react-query'
import { signInSentence } from '#domain/audit/entry.ts'
import { api } from '#web/api/client.ts'
import { beforeInput, infinitePages } from '#web/api/infinite-pages.ts'
import { DayPanel } from '#web/features/schedule/day-panel.tsx'

export function SignInsPanel() {
  const query = useInfiniteQuery(
    api.audit.listSignIns.infiniteOptions({ input: beforeInput, ...infinitePages }),
  )
  return (
    <DayPanel
      title="Who signed in"
      loading="Loading the sign-ins..."
      query={query}
      linesOf={page => page.signIns}
      timeZone={query.data?.pages[0]?.timeZone ?? 'UTC'}
      keyOf={({ id }) => id}
      renderLine={({ name, event, address }) =>
        `${signInSentence(name, event)}${address === '' ? '' : `, from ${address}`}`
      }
    />
  )
}
