import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PAGES } from '#contract/pages/pages.ts'
import { api } from '#web/api/client.ts'
import type { Board } from '#web/api/live/invalidate.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useNow } from '#web/api/use-now.ts'
import { OfflineBay } from '#web/features/offline/offline-bay.tsx'
import { BayOutboxProvider } from '#web/features/outbox/bay-outbox-provider.tsx'
import { shownBoard } from '#web/features/outbox/shown.ts'
import { useOutboxEntries } from '#web/features/outbox/use-bay-outbox.ts'
import { AllUnsavedText } from '#web/features/tickets/autosave/unsaved-text.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { MyTickets } from './my-tickets.tsx'

const MINUTE_MS = 60_000

/** A technician's landing page: their tickets, active ones first. */
export function BayPage() {
  const { data, error, refetch } = useQuery(api.tickets.board.queryOptions({ input: { whose: 'mine' } }))
  return (
    <BayOutboxProvider>
      <Page title={PAGES.bay.title} width="reading" dense>
        <OfflineBay queryKey={api.tickets.board.queryKey({ input: { whose: 'mine' } })} />
        <AllUnsavedText />
        {data === undefined && error === null && (
          <ListSkeleton rows={4} height={104} label="Loading your tickets..." />
        )}
        {data === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
        {data !== undefined && <MyBoard board={data} />}
      </Page>
    </BayOutboxProvider>
  )
}

function MyBoard({ board }: { board: Board }) {
  const entries = useOutboxEntries()
  const { active, approval, completed } = useMemo(() => shownBoard(board, entries), [board, entries])
  const now = useNow(MINUTE_MS)
  if (active.total + approval.total + completed.total === 0)
    return (
      <EmptyState
        icon={IconTool}
        sentence="No tickets are assigned to you."
        next="They appear here as soon as one is assigned."
      />
    )
  return (
    <>
      <MyTickets title="In Progress" state="active" section={active} now={now} none="No jobs in progress." />
      <MyTickets title="Waiting for Approval" state="approval" section={approval} now={now} />
      <MyTickets title="Finalized" state="completed" section={completed} now={now} />
    </>
  )
}
