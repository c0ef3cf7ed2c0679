import { useMediaQuery } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useHydrated, useNavigate, useSearch } from '@tanstack/react-router'
import { memo, useEffect, useRef } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import {
  type BoardSearch,
  boardFilter,
  foldedSections,
  parseBoardSearch,
} from '#domain/tickets/board-search.ts'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'
import { api } from '#web/api/client.ts'
import type { TicketSummary } from '#web/api/live/apply-change.ts'
import { boardQuery } from '#web/api/live/board-query.ts'
import type { Section } from '#web/api/live/update-board.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useTechnicians } from '#web/features/employees/use-technicians.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { NoPermission } from '#web/ui/feedback/no-permission.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { CardsSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Board } from '#web/ui/layout/board.tsx'
import { useDebouncedSearch } from '#web/ui/use-debounced-search.ts'
import styles from './board-controls.module.css'
import { TicketColumn } from './ticket-column.tsx'

/** Wide enough for four sections side by side. Otherwise one at a time is shown in full. */
const WIDE_SCREEN = '(min-width: 68em)'

/** The four sections of open tickets, in the order and with the filter of the URL. */
export function TicketBoard({ timeZone }: { timeZone: string }) {
  const search = useSearch({ from: '/signed-in/dashboard' })
  const navigate = useNavigate({ from: '/dashboard' })
  const isWide = useMediaQuery(WIDE_SCREEN, undefined, { getInitialValueInEffect: !useHydrated() })
  const may = usePermission()
  const now = useNow()
  const mayList = may('ticket.list')
  const mayAssign = may('ticket.assign')
  const queries = useQueryClient()
  // Loaded once for all cards, so that menus open with data.
  useEffect(() => {
    if (mayAssign) void queries.prefetchQuery(api.employees.list.queryOptions())
  }, [mayAssign, queries])
  const isFiltered = boardFilter(search) !== undefined
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...boardQuery(search),
    enabled: mayList,
    placeholderData: keepPreviousData,
  })
  useBookingNotifications(isFiltered || isPlaceholderData ? undefined : data?.pending.cards)
  const show = (changes: Pick<BoardSearch, 'all' | 'folded'>) =>
    void navigate({ search: before => ({ ...before, ...changes }), replace: true, resetScroll: false })
  const folded = foldedSections(search)
  const fold = (section: Section, isFolded: boolean) =>
    show({
      folded:
        (isFolded ? [...folded, section] : folded.filter(other => other !== section)).join('.') || undefined,
    })
  if (!mayList)
    return (
      <NoPermission
        sentence="Your account has no role yet, so there are no tickets to show."
        next="Ask your company’s owner to make you a service writer or a technician."
      />
    )
  if (data === undefined)
    return error === null ? (
      <CardsSkeleton count={4} height={320} label="Loading tickets..." />
    ) : (
      <QueryError error={error} onRetry={() => refetch()} />
    )
  return (
    <>
      <BoardControls search={search} />
      <Board isBusy={isPlaceholderData}>
        {BOARD_SECTIONS.map(state => (
          <TicketColumn
            key={state}
            state={state}
            section={data[state]}
            search={search}
            now={now}
            timeZone={timeZone}
            isFolded={folded.includes(state)}
            onFold={isFolded => fold(state, isFolded)}
            isExpanded={isWide || search.all === state}
            onExpand={isWide ? undefined : isExpanded => show({ all: isExpanded ? state : undefined })}
          />
        ))}
      </Board>
    </>
  )
}

/** Notifies of a booking that arrives while the whole board is open; undefined while it is not. */
function useBookingNotifications(cards: readonly TicketSummary[] | undefined): void {
  const newest = useRef<number>(null)
  useEffect(() => {
    if (cards === undefined) {
      newest.current = null
      return
    }
    const before = newest.current
    newest.current = Math.max(before ?? 0, ...cards.map(({ since }) => since.getTime()))
    if (before === null) return
    const fresh = cards.filter(({ since }) => since.getTime() > before)
    const [first] = fresh
    if (first === undefined) return
    notify.success(
      fresh.length === 1 ? `New booking: ${customerLabel(first)}` : `${fresh.length} new bookings`,
    )
  }, [cards])
}

/** So long after the last key, the board is asked for. */
const TYPING_PAUSE_MS = 300

/** The board's order and filter, without the code of Mantine's fields; kept in the URL; it does not render with every change of a card. */
const BoardControls = memo(function BoardControls({ search }: { search: BoardSearch }) {
  const may = usePermission()
  const navigate = useNavigate({ from: '/dashboard' })
  const { technicians } = useTechnicians()
  const change = (changes: Record<string, string>) =>
    void navigate({
      search: before => parseBoardSearch({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const { typed, type } = useDebouncedSearch(search.q ?? '', TYPING_PAUSE_MS, q => change({ q }))
  return (
    <search className={styles.controls} aria-label="Filter the board">
      <input
        type="search"
        className={styles.field}
        aria-label="Filter tickets"
        placeholder="Filter tickets"
        maxLength={200}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
      />
      {may('ticket.assign') && (
        <select
          className={styles.field}
          aria-label="Technician"
          value={search.technician ?? ''}
          onChange={event => change({ technician: event.currentTarget.value })}
        >
          <option value="">All technicians</option>
          <option value="none">No technician</option>
          {technicians.map(technician => (
            <option key={technician.id} value={technician.id}>
              {fullName(technician)}
            </option>
          ))}
        </select>
      )}
      <select
        className={styles.field}
        aria-label="Order"
        value={search.sort ?? ''}
        onChange={event => change({ sort: event.currentTarget.value })}
      >
        <option value="">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="day">By booked day</option>
      </select>
    </search>
  )
})
