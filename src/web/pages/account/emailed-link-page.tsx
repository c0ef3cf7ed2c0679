import { type Icon, IconLinkOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toAppError } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'

type EmailedLinkPageProps<Data> = {
  title: string
  /** What the link's token leads to. */
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** How to go on with a link that leads nowhere. */
  invalid: { icon?: Icon; next: string; action: ReactNode }
  children: (data: Data) => ReactNode
}

/** A page that opens by the link in an email. Opening it changes nothing: mail programs do that too. */
export function EmailedLinkPage<Data>({ title, query, invalid, children }: EmailedLinkPageProps<Data>) {
  const { data, error, refetch } = query
  return (
    <Page title={title} width="narrow">
      {data !== undefined ? (
        children(data)
      ) : error === null ? (
        <PanelSkeleton lines={4} label="Opening your link…" />
      ) : toAppError(error).code === 'NOT_FOUND' ? (
        <Panel>
          <div role="status">
            <EmptyState icon={IconLinkOff} sentence={toAppError(error).message} {...invalid} />
          </div>
        </Panel>
      ) : (
        <QueryError error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
