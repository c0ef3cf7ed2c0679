import { printWhen } from '#domain/lib/company-time.ts'
import { moveWords } from '#domain/tickets/transition.ts'
import { useNow } from '#web/api/use-now.ts'
import styles from './ticket-page-layout.module.css'
import type { TicketView } from './ticket-queries.ts'

const MINUTE_MS = 60_000

/** Who took the ticket's last step, and when. */
export function LastMove({ ticket }: { ticket: Pick<TicketView, 'lastMove' | 'timeZone'> }) {
  const { lastMove, timeZone } = ticket
  const now = useNow(MINUTE_MS)
  const words = moveWords(lastMove)
  return (
    <span className={styles.move}>
      {words.charAt(0).toUpperCase() + words.slice(1)},{' '}
      <time dateTime={lastMove.at.toISOString()}>{printWhen(lastMove.at, timeZone, now)}</time>
    </span>
  )
}
