import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { billedParts } from '#domain/tickets/totals.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './parts-used.module.css'
import type { TrackedTicket } from './tracked-ticket-query.ts'

/** The parts on the ticket, in the order in which they were added. Those of declined jobs are not charged. */
export function PartsUsed({ ticket }: { ticket: Pick<TrackedTicket, 'parts' | 'jobs'> }) {
  const { parts } = ticket
  const billed = new Set(billedParts(ticket))
  if (parts.length === 0) return null
  return (
    <Panel title="Parts" count={billed.size} flush>
      <ul className={styles.parts}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id here, and keeps its place
          <li key={index} className={styles.part}>
            <span className={styles.name}>{`${part.quantity} × ${part.description}`}</span>
            {!billed.has(part) ? (
              <span className={styles.muted}>Declined, not charged</span>
            ) : part.totalAmount === null ? (
              <span className={styles.muted}>No price yet</span>
            ) : (
              <MoneyText amount={formatMoney(fromDollars(part.totalAmount))} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
