import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { Board, Section } from '#web/api/live/board-update.ts'
import { TICKET_SIGNS } from '#web/features/tickets/ticket-state.tsx'
import { Lane } from '#web/ui/layout/board.tsx'
import { WindowedList } from '#web/ui/lists/virtual-list.tsx'
import { ComingTag, TicketTag } from './ticket-card.tsx'
import { useLaneCards } from './use-lane-cards.ts'

/** Where the lanes stand one below the other, the next must not be thousands of cards away. */
const AT_FIRST = 25
const TAG_PX = 61
const GAP_PX = 4

type LaneProps = {
  state: Section
  section: Board[Section]
  now: Date
  /** Whether all of it is there, however long, or a screenful. */
  isWhole: boolean
  onWhole: ((isWhole: boolean) => void) | undefined
}

export function TicketLane({ state, section, now, isWhole, onWhole }: LaneProps) {
  const { word, tone, icon: Icon } = TICKET_SIGNS[state]
  const { total } = section
  const { cardAt, onSight } = useLaneCards(state, section)
  const count = isWhole ? total : Math.min(total, AT_FIRST)
  const left = total - AT_FIRST

  const { cards } = section
  // What is live moves about under its number; what lies beyond keeps its place.
  const keyOf = useCallback((index: number) => cards[index]?.ticketId ?? -index, [cards])

  const draw = (index: number) => {
    const card = cardAt(index)
    return card === undefined ? <ComingTag /> : <TicketTag card={card} now={now} />
  }
  return (
    <Lane
      title={word}
      count={total}
      tone={tone}
      icon={<Icon size={18} stroke={2} aria-hidden />}
      empty={`No ${state} service tickets.`}
      {...(isWhole && onWhole !== undefined && left > 0
        ? {
            action: (
              <Button variant="subtle" onClick={() => onWhole(false)}>
                Show fewer
              </Button>
            ),
          }
        : {})}
      more={
        count < total && (
          <Button fullWidth variant="subtle" onClick={() => onWhole?.(true)}>
            {`Show all (${left.toLocaleString('en-US')} more)`}
          </Button>
        )
      }
    >
      {total > 0 && (
        <WindowedList count={count} keyOf={keyOf} draw={draw} onSight={onSight} tall={TAG_PX} gap={GAP_PX} />
      )}
    </Lane>
  )
}
