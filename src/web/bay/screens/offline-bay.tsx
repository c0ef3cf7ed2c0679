import type { QueryKey } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { requestIdle } from '#web/ui/request-idle.ts'

type Notices = ComponentType<{ queryKey: QueryKey }>

/**
 * On each page of the bay: makes it open without a connection, and says from when it is if it could not be refreshed.
 * `queryKey`: the query that the page shows. Its code is loaded after the page's own.
 */
export function OfflineBay({ queryKey }: { queryKey: QueryKey }) {
  const [Notices, setNotices] = useState<Notices | null>(null)
  useEffect(
    () =>
      requestIdle(() =>
        import('./bay-notices.tsx').then(
          ({ BayNotices }) => setNotices(() => BayNotices),
          () => {},
        ),
      ),
    [],
  )
  return Notices === null ? null : <Notices queryKey={queryKey} />
}
