import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { QueryError } from './query-error.tsx'

type ListPanelProps<Item> = {
  title: string
  query: { readonly data: readonly Item[] | undefined; readonly error: Error | null; refetch: () => unknown }
  skeleton: { readonly rows: number; readonly height: number; readonly label: string }
  empty: { readonly icon: Icon; readonly sentence: string; readonly next: string }
  /** Wraps the skeleton, the error and the empty state. */
  frame?: (placeholder: ReactNode) => ReactNode
  /** Renders the list if it is not empty. */
  list: (items: readonly Item[]) => ReactNode
  /** Below the list. */
  children?: ReactNode
}

/** A panel with a query's list: a skeleton while it loads, then the list, an empty state or an error. */
export function ListPanel<Item>(props: ListPanelProps<Item>) {
  const { title, query, skeleton, empty, frame = placeholder => placeholder, list, children } = props
  const { data, error, refetch } = query
  return (
    <Panel title={title} {...(data === undefined ? {} : { count: data.length })} flush>
      {data === undefined &&
        frame(
          error === null ? (
            <ListSkeleton {...skeleton} />
          ) : (
            <QueryError error={error} onRetry={() => refetch()} />
          ),
        )}
      {data?.length === 0 && <EmptyState {...empty} />}
      {data !== undefined && data.length > 0 && list(data)}
      {children}
    </Panel>
  )
}
