import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './parts-used.module.css'
import type { TrackedTicket } from './tracked-ticket-query.ts'

/** The parts on the ticket, in the order in which they were added. */
export function PartsUsed({ ticket: { parts } }: { ticket: Pick<TrackedTicket, 'parts'> }) {
  if (parts.length === 0) return null
  return (
    <Panel title="Parts" count={parts.length} flush>
      <ul className={styles.parts}>
        {parts.map(({ quantity, description, totalAmount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part has no id here, and keeps its place
          <li key={index} className={styles.part}>
            <span className={styles.name}>
              {quantity} × {description}
            </span>
            {totalAmount === null ? (
              <span className={styles.muted}>No price yet</span>
            ) : (
              <MoneyText amount={formatMoney(fromDollars(totalAmount))} />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
