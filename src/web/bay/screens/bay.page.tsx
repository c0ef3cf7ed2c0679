import { Button } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { api } from '#web/api/client.ts'
import type { Board } from '#web/api/live/apply-change.ts'
import { useNow } from '#web/api/use-now.ts'
import { shownBoard } from '#web/bay/shown.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ShopClock } from '#web/features/shop-clock/shop-clock.tsx'
import { AllUnsentText } from '#web/features/tickets/autosave/unsent-text.tsx'
import { TICKET_STATE_STYLES } from '#web/features/tickets/ticket-state-badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { BayOutboxProvider } from './bay-outbox-provider.tsx'
import styles from './my-tickets.module.css'
import { OfflineBay } from './offline-bay.tsx'
import { TicketCard } from './ticket-card.tsx'
import { useOutboxEntries, useTodaysStops } from './use-bay-outbox.ts'

const TodaysStops = lazyPanel(() => import('./todays-stops.tsx').then(({ TodaysStops }) => TodaysStops))

/** A technician's landing page: their tickets, active ones first. */
export function BayPage() {
  const { data, error, refetch } = useQuery(api.tickets.board.queryOptions({ input: { whose: 'mine' } }))
  return (
    <BayOutboxProvider>
      <Page title={PAGES.bay.title} width="reading" dense>
        <OfflineBay queryKey={api.tickets.board.queryKey({ input: { whose: 'mine' } })} />
        <AllUnsentText />
        <ShopClock />
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
  const now = useNow()
  const { stops, timeZone } = useTodaysStops(now)
  if (stops.length + active.total + approval.total + completed.total === 0)
    return (
      <EmptyState
        icon={IconTool}
        sentence="No tickets are assigned to you."
        next="They appear here as soon as one is assigned."
      />
    )
  return (
    <>
      {stops.length > 0 && <TodaysStops stops={stops} timeZone={timeZone} />}
      <MyTickets title="In Progress" state="active" section={active} now={now} none="No jobs in progress." />
      <MyTickets title="Waiting for Approval" state="approval" section={approval} now={now} />
      <MyTickets title="Finalized" state="completed" section={completed} now={now} />
    </>
  )
}

const INITIAL_COUNT = 25
const PAGE_SIZE = 50

type MyTicketsProps = {
  title: string
  state: keyof Board
  section: Board[keyof Board]
  now: Date
  /** The text of an empty section; without it the section is hidden. */
  none?: string
}

/** The user's tickets of one state, newest first. */
function MyTickets({ title, state, section: { cards, total }, now, none }: MyTicketsProps) {
  const titleId = useId()
  const [limit, setLimit] = useState(INITIAL_COUNT)
  const { tone, icon: Icon } = TICKET_STATE_STYLES[state]
  if (total === 0 && none === undefined) return null
  const hiddenCount = total - cards.length
  return (
    <section className={styles.section} aria-labelledby={titleId} data-tone={tone}>
      <h2 className={styles.title} id={titleId}>
        <Icon size={22} stroke={2} aria-hidden />
        {title}
        <span className={styles.count}>{total}</span>
      </h2>
      {total === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <ul className={styles.cards}>
          {cards.slice(0, limit).map(card => (
            <TicketCard key={card.ticketId} card={card} now={now} />
          ))}
        </ul>
      )}
      {cards.length > limit && (
        <Button fullWidth onClick={() => setLimit(limit + PAGE_SIZE)}>
          Show more ({cards.length - limit})
        </Button>
      )}
      {cards.length <= limit && hiddenCount > 0 && (
        <p className={styles.none}>{hiddenCount} older tickets not shown. Use Find to see them all.</p>
      )}
    </section>
  )
}
