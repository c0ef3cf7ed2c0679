import { formatWhen } from '#domain/lib/company-time.ts'
import { transitionLabel } from '#domain/tickets/state/transition.ts'
import { useNow } from '#web/api/use-now.ts'
import styles from './ticket-page-layout.module.css'
import type { TicketView } from './ticket-queries.ts'

const MINUTE_MS = 60_000

/** Who took the ticket's last step, and when. */
export function LastTransition({ ticket }: { ticket: Pick<TicketView, 'lastMove' | 'timeZone'> }) {
  const { lastMove, timeZone } = ticket
  const now = useNow(MINUTE_MS)
  const sentence = transitionLabel(lastMove)
  return (
    <span className={styles.move}>
      {sentence.charAt(0).toUpperCase() + sentence.slice(1)},{' '}
      <time dateTime={lastMove.at.toISOString()}>{formatWhen(lastMove.at, timeZone, now)}</time>
    </span>
  )
}
