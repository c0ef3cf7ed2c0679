import { printHours } from '#domain/lib/hours.ts'
import { fromDollars, printMoney } from '#domain/lib/money.ts'
import { billedHours } from '#domain/tickets/job.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import type { TicketView } from './ticket-queries.ts'
import styles from './totals-panel.module.css'

/** What the ticket comes to, and out of what; nothing for those who do not see money. */
export function TotalsPanel({ ticket }: { ticket: TicketView }) {
  const { totals } = ticket
  if (totals === null) return null
  const { laborRate, totalLaborBalance, totalPartsAmount, shopSupplies, totalBalance } = totals
  const hours = printHours(billedHours(ticket.jobs.filter(({ foreseen }) => foreseen !== 'coming')))
  const labor =
    laborRate === null
      ? 'Labor is $0.00 because the company has no labor rate.'
      : `${hours} of estimated time × ${printMoney(fromDollars(laborRate))} an hour`
  return (
    <Panel title="Totals">
      <Totals
        rows={[
          {
            label: 'Total Labor Balance',
            amount: printMoney(fromDollars(totalLaborBalance)),
            hint: labor,
          },
          {
            label: 'Parts and Supplies',
            amount: printMoney(fromDollars(totalPartsAmount + shopSupplies)),
            hint: 'All parts, and 10 % on top for supplies',
          },
          { label: 'Total Balance', amount: printMoney(fromDollars(totalBalance)), strong: true },
        ]}
      />
      {isInWork(ticket) && <p className={styles.note}>Estimated until the ticket is finalized.</p>}
    </Panel>
  )
}
