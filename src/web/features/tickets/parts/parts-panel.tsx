import { IconPackage } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { partAdded, partRemoved } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import type { PartView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import { NewPartForm } from './new-part-form.tsx'
import { PartRow } from './part-row.tsx'
import styles from './parts.module.css'

/** The parts on the ticket with prices, and a form to add one while it is in progress. */
export function PartsPanel({ ticket, inWork }: { ticket: TicketView; inWork: boolean }) {
  const { ticketId, jobs, parts, totals } = ticket
  const may = usePermission()
  const mayPrice = may('part.price')
  return (
    <Panel title="Parts" count={parts.length} flush>
      {inWork && may('part.add', ticket) && (
        <NewPartForm ticketId={ticketId} withPrice={mayPrice} jobs={jobs} />
      )}
      {parts.length === 0 ? (
        <EmptyState compact icon={IconPackage} sentence="No parts added yet." />
      ) : (
        <PartList
          ticketId={ticketId}
          parts={parts}
          mayChange={inWork && mayPrice}
          showsMoney={totals !== null}
        />
      )}
      {totals !== null && (
        <div className={styles.totals}>
          <Totals
            rows={[
              { label: 'Shop Supplies', amount: formatMoney(fromDollars(totals.shopSupplies)) },
              { label: 'Total Parts Amount', amount: formatMoney(fromDollars(totals.totalPartsAmount)) },
            ]}
          />
        </div>
      )}
    </Panel>
  )
}

type ListProps = {
  ticketId: number
  parts: readonly PartView[]
  mayChange: boolean
  showsMoney: boolean
}

function PartList({ ticketId, parts, mayChange, showsMoney }: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [removing, setRemoving] = useState<PartView | null>(null)
  const undoRemove = useTicketCommand(ticketId, client.tickets.addPart, { optimistic: partAdded })
  const remove = useTicketCommand(ticketId, client.tickets.removePart, {
    optimistic: partRemoved,
    onDone: () => {
      if (removing === null) return
      // The pressed button is gone; focus stays in the list.
      list.current?.focus()
      const { quantity, description, perPartAmount, jobNumber } = removing
      notify.undoable('Part deleted.', () =>
        undoRemove.run({
          ticketId,
          quantity,
          description,
          ...(perPartAmount === null ? {} : { perPartAmount }),
          ...(jobNumber === null ? {} : { jobNumber }),
        }),
      )
    },
  })
  const latest = useRef(remove)
  latest.current = remove
  // The same for every row, so that a change of one renders only that one.
  const onRemove = useCallback(
    (part: PartView): void => {
      if (latest.current.isRunning) return
      setRemoving(part)
      latest.current.run({ ticketId, partId: part.partId })
    },
    [ticketId],
  )
  return (
    <ul ref={list} tabIndex={-1} className={styles.list} data-fixed={!mayChange || undefined}>
      {parts.map((part, index) => (
        <PartRow
          key={part.partId}
          ticketId={ticketId}
          part={part}
          name={part.description || `part ${index + 1}`}
          mayChange={mayChange && part.optimistic === undefined}
          isRemoving={remove.isRunning && removing?.partId === part.partId}
          showsMoney={showsMoney}
          onRemove={onRemove}
        />
      ))}
    </ul>
  )
}
