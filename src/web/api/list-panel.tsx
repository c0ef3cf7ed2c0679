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
  /** Goes around what stands in place of the list until it is there. */
  frame?: (placeholder: ReactNode) => ReactNode
  /** The list, once there is something in it. */
  list: (items: readonly Item[]) => ReactNode
  /** Stands below the list. */
  children?: ReactNode
}

/** A counted list that is loaded: until it comes its outline, then what it holds, or what to do where it is empty. */
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
