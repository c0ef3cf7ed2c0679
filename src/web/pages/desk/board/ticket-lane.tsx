import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { type BoardSearch, boardFilter } from '#domain/tickets/board-search.ts'
import type { Board, Section } from '#web/api/live/update-board.ts'
import { TICKET_STATE_STYLES } from '#web/features/tickets/ticket-state-badge.tsx'
import { Lane } from '#web/ui/layout/board.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { PendingCard, TicketCard } from './ticket-card.tsx'
import { useLaneCards } from './use-lane-cards.ts'

/** With sections below each other, the next must not be thousands of cards away. */
const INITIAL_COUNT = 25
const CARD_HEIGHT_PX = 61
const GAP_PX = 4

type LaneProps = {
  state: Section
  section: Board[Section]
  search: BoardSearch
  now: Date
  timeZone: string
  isFolded: boolean
  onFold: (isFolded: boolean) => void
  /** Whether it is shown in full, or only the first screen. */
  isExpanded: boolean
  onExpand: ((isExpanded: boolean) => void) | undefined
}

export function TicketLane(props: LaneProps) {
  const { state, section, search, now, timeZone, isFolded, onFold, isExpanded, onExpand } = props
  const { word, tone, icon: Icon } = TICKET_STATE_STYLES[state]
  const { total } = section
  const { cardAt, balances, onVisibleRange } = useLaneCards(state, section, search)
  const count = isExpanded ? total : Math.min(total, INITIAL_COUNT)
  const left = total - INITIAL_COUNT

  const { cards } = section
  // Loaded cards are keyed by their number; unloaded ones by position.
  const keyOf = useCallback((index: number) => cards[index]?.ticketId ?? -index, [cards])

  const renderCard = (index: number) => {
    const card = cardAt(index)
    if (card === undefined) return <PendingCard />
    return <TicketCard {...{ card, now, timeZone }} {...balances.get(card.ticketId)} />
  }
  return (
    <Lane
      title={word}
      count={total}
      tone={tone}
      icon={<Icon size={18} stroke={2} aria-hidden />}
      empty={boardFilter(search) === undefined ? `No ${state} service tickets.` : 'No tickets match.'}
      isFolded={isFolded}
      onFold={onFold}
      {...(isExpanded && onExpand !== undefined && left > 0
        ? {
            action: (
              <Button variant="subtle" onClick={() => onExpand(false)}>
                Show fewer
              </Button>
            ),
          }
        : {})}
      more={
        count < total && (
          <Button fullWidth variant="subtle" onClick={() => onExpand?.(true)}>
            {`Show all (${left.toLocaleString('en-US')} more)`}
          </Button>
        )
      }
    >
      {total > 0 && (
        <VirtualList
          count={count}
          keyOf={keyOf}
          renderRow={renderCard}
          onVisibleRange={onVisibleRange}
          estimatedHeight={CARD_HEIGHT_PX}
          gap={GAP_PX}
        />
      )}
    </Lane>
  )
}
