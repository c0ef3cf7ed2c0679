import { formatMoney } from '#domain/lib/money.ts'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import { AddPart } from './add-part.tsx'
import { PartList } from './part-list.tsx'
import styles from './parts.module.css'

/** The parts that belong to no job line, which has its own inside it; and what all parts cost. */
export function PartsPanel({ ticket }: { ticket: TicketView }) {
  const { jobs, parts, totals } = ticket
  const mayAdd = useTicketPermission()('part.add')
  const lineNumbers = new Set(jobs.map(({ jobNumber }) => jobNumber))
  const loose = parts.filter(({ jobNumber }) => jobNumber === null || !lineNumbers.has(jobNumber))
  const onLines = parts.length - loose.length
  return (
    <Panel title="Parts" count={parts.length} flush>
      {parts.length === 0 && <p className={styles.none}>No parts added yet.</p>}
      <PartList parts={loose} />
      {onLines > 0 && (
        <p className={styles.none}>
          {onLines === 1 ? '1 part is on its job line.' : `${onLines} parts are on their job lines.`}
        </p>
      )}
      {mayAdd && <AddPart jobNumber={null} />}
      {totals !== null && (
        <div className={styles.totals}>
          <Totals
            rows={[
              { label: 'Shop Supplies', amount: formatMoney(totals.shopSupplies) },
              { label: 'Total Parts Amount', amount: formatMoney(totals.totalPartsAmount) },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}
