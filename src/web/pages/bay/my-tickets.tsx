import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { Board } from '#web/api/live/invalidate.ts'
import { TICKET_STATE_STYLES } from '#web/features/tickets/ticket-state-badge.tsx'
import styles from './my-tickets.module.css'
import { TicketCard } from './ticket-card.tsx'

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
export function MyTickets({ title, state, section: { cards, total }, now, none }: MyTicketsProps) {
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
