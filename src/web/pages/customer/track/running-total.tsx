import { wasCalledOff } from '#domain/customer-view/progress.ts'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { countsEstimatedTime } from '#domain/tickets/job.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import type { TrackedTicket } from './tracked-ticket-query.ts'

/** The total, marked as an estimate until the work is finished. */
export function RunningTotal({ ticket }: { ticket: Pick<TrackedTicket, 'totals' | 'progress' | 'jobs'> }) {
  const { totals, progress, jobs } = ticket
  if (wasCalledOff(progress)) return null
  const { invoiced } = totals
  const isFinal = progress === 'ready' || progress === 'done'
  // A total of $0.00 would read as a promise.
  if (!isFinal && totals.totalBalance === 0)
    return (
      <Panel title="Current total">
        <p>No prices yet.</p>
      </Panel>
    )
  const row = (label: string, dollars: number) => ({ label, amount: formatMoney(fromDollars(dollars)) })
  return (
    <Panel title={isFinal ? 'Total' : 'Current total'}>
      <Totals
        rows={[
          row('Parts', totals.totalPartsAmount),
          row('Shop supplies', totals.shopSupplies),
          row('Labor', totals.totalLaborBalance),
          {
            ...row(invoiced ? 'Total Balance' : isFinal ? 'Total' : 'Estimated total', totals.totalBalance),
            hint: totals.balanceHint,
            strong: invoiced === null,
          },
          ...(invoiced === null
            ? []
            : [
                { ...row('Invoice total', invoiced.total), strong: true },
                row('Paid', invoiced.paid),
                { ...row('Due', invoiced.due), strong: true },
              ]),
        ]}
        notes={isFinal ? [] : countsEstimatedTime(jobs)}
      />
    </Panel>
  )
}
