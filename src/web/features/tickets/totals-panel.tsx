import type { ReactNode } from 'react'
import { formatMoney, sum } from '#domain/lib/money.ts'
import { countsEstimatedTime } from '#domain/tickets/job.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import type { TicketView } from './ticket-view.ts'

/** The ticket's totals; nothing without permission to see prices. */
export function TotalsPanel({ ticket, children }: { ticket: TicketView; children?: ReactNode }) {
  const { totals } = ticket
  if (totals === null) return null
  const {
    laborHint,
    suppliesHint,
    totalLaborBalance,
    totalPartsAmount,
    shopSupplies,
    totalBalance,
    balanceHint,
  } = totals
  const partsAndSupplies = sum([totalPartsAmount, shopSupplies])
  const jobs = ticket.jobs.filter(({ optimistic }) => optimistic !== 'adding')
  return (
    <Panel title="Totals">
      <Totals
        rows={[
          { label: 'Total Labor Balance', amount: formatMoney(totalLaborBalance), hint: laborHint },
          { label: 'Parts and Supplies', amount: formatMoney(partsAndSupplies), hint: suppliesHint },
          { label: 'Total Balance', amount: formatMoney(totalBalance), hint: balanceHint, strong: true },
        ]}
        notes={
          isInWork(ticket)
            ? [...countsEstimatedTime(jobs), 'Estimate. Final when the ticket is finalized.']
            : []
        }
      />
      {children}
    </Panel>
  )
}
