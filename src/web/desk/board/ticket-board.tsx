import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { useMay } from '#web/parts/use-may.ts'
import { useNow } from '#web/parts/use-now.ts'
import { Board } from '#web/ui/board.tsx'
import { NoPermission } from '#web/ui/no-permission.tsx'
import { CardsSkeleton } from '#web/ui/skeletons.tsx'
import { TicketLane } from './ticket-lane.tsx'

const MINUTE_MS = 60_000

/** The four sections of open tickets, newest first. */
export function TicketBoard() {
  const may = useMay()
  const now = useNow(MINUTE_MS)
  const mayList = may('ticket.list')
  const { data, error, refetch } = useQuery({ ...api.tickets.board.queryOptions(), enabled: mayList })
  if (!mayList)
    return (
      <NoPermission
        sentence="Your account has no role yet, so there are no tickets to see."
        next="Ask the owner of your company to make you a service writer or a technician."
      />
    )
  if (data === undefined)
    return error === null ? (
      <CardsSkeleton count={4} height={320} label="Loading tickets..." />
    ) : (
      <LoadFault error={error} onRetry={() => refetch()} />
    )
  return (
    <Board>
      <TicketLane state="pending" section={data.pending} now={now} />
      <TicketLane state="active" section={data.active} now={now} />
      <TicketLane state="approval" section={data.approval} now={now} />
      <TicketLane state="completed" section={data.completed} now={now} />
    </Board>
  )
}
