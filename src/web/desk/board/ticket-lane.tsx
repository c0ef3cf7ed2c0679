import { Button } from '@mantine/core'
import { customerLabel } from '#domain/customer.ts'
import type { Board, Card } from '#web/live/refresh.ts'
import { Age } from '#web/parts/age.tsx'
import { TICKET_SIGNS, ticketPath } from '#web/parts/ticket-state.tsx'
import { Lane, Tag } from '#web/ui/board.tsx'
import { AssignMenu } from './assign-menu.tsx'
import { PendingAnswer } from './pending-answer.tsx'
import styles from './ticket-lane.module.css'
import { useCards } from './use-cards.ts'

export type Section = keyof Board

type LaneProps = { state: Section; section: Board[Section]; now: Date }

export function TicketLane({ state, section, now }: LaneProps) {
  const { word, tone, icon: Icon } = TICKET_SIGNS[state]
  const { cards, left, isLoading, showMore } = useCards(state, section)
  return (
    <Lane
      title={word}
      count={section.total}
      tone={tone}
      icon={<Icon size={18} stroke={2} aria-hidden />}
      empty={`No ${state} service tickets.`}
      more={
        left > 0 && (
          <Button fullWidth variant="subtle" disabled={isLoading} onClick={showMore}>
            {isLoading ? 'Loading…' : `Show more (${left})`}
          </Button>
        )
      }
    >
      {cards.map(card => (
        <TicketTag key={card.ticketId} card={card} now={now} />
      ))}
    </Lane>
  )
}

function TicketTag({ card, now }: { card: Card; now: Date }) {
  const { ticketId, state, year, make, model, technician, jobCount } = card
  const path = ticketPath(state, ticketId)
  const jobs = jobCount === 1 ? '1 job' : `${jobCount} jobs`
  return (
    <Tag
      title={customerLabel(card)}
      {...(path === null ? {} : { to: path })}
      aside={<Age since={card.since} now={now} />}
      line={[year, make, model].filter(word => word !== '').join(' ')}
    >
      <span className={styles.technician}>{technician ?? 'No technician'}</span>
      <span className={styles.jobs}>{jobs}</span>
      {(state === 'active' || state === 'approval') && <AssignMenu card={card} />}
      {state === 'pending' && <PendingAnswer ticketId={ticketId} label={customerLabel(card)} />}
    </Tag>
  )
}
