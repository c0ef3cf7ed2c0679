import { useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'
import { api } from '#web/api/client.ts'
import type { Section } from '#web/api/live/board-update.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { CardsSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Board } from '#web/ui/layout/board.tsx'
import { NoPermission } from '#web/ui/layout/no-permission.tsx'
import { TicketLane } from './ticket-lane.tsx'
import { useBookingNotifications } from './use-booking-notifications.ts'

const MINUTE_MS = 60_000
/** Here the four stand side by side. Where they do not, one at a time is shown to its end. */
const WIDE_SCREEN = '(min-width: 68em)'

/** The four sections of open tickets, newest first; `all` is the one that is shown to its end on a phone. */
export function TicketBoard() {
  const { all } = useSearch({ from: '/signed-in/dashboard' })
  const navigate = useNavigate()
  const isWide = useMediaQuery(WIDE_SCREEN, undefined, { getInitialValueInEffect: !useHydrated() })
  const may = usePermission()
  const now = useNow(MINUTE_MS)
  const mayList = may('ticket.list')
  const mayAssign = may('ticket.assign')
  const queries = useQueryClient()
  // Asked once for all the cards: a menu that opens has its people at once.
  useEffect(() => {
    if (mayAssign) void queries.prefetchQuery(api.employees.list.queryOptions())
  }, [mayAssign, queries])
  const { data, error, refetch } = useQuery({ ...api.tickets.board.queryOptions(), enabled: mayList })
  useBookingNotifications(data?.pending.cards)
  const setAll = (section: Section | undefined) =>
    void navigate({ to: '/dashboard', search: { all: section }, replace: true, resetScroll: false })
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
      <QueryError error={error} onRetry={() => refetch()} />
    )
  return (
    <Board>
      {BOARD_SECTIONS.map(state => (
        <TicketLane
          key={state}
          state={state}
          section={data[state]}
          now={now}
          isExpanded={isWide || all === state}
          onExpand={isWide ? undefined : isExpanded => setAll(isExpanded ? state : undefined)}
        />
      ))}
    </Board>
  )
}
