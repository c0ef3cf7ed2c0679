import { useCallback, useRef, useState } from 'react'
import { isInWork } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { partAdded, partRemoved } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { PartView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { PartRow } from './part-row.tsx'
import styles from './parts.module.css'

type PartListProps = {
  parts: readonly PartView[]
  /** Whether it stands in its job line. */
  inLine?: boolean
}

/** Parts of the page's ticket, which the desk can change and delete while it is in progress. */
export function PartList(props: PartListProps) {
  // The list stays for the focus once its last part is deleted or moved.
  const hadParts = useRef(false)
  hadParts.current ||= props.parts.length > 0
  return hadParts.current ? <Rows {...props} /> : null
}

function Rows({ parts, inLine = false }: PartListProps) {
  const ticket = useTicketContext()
  const { ticketId, totals } = ticket
  const mayPrice = usePermission()('part.price')
  const showsMoney = totals !== null
  const mayChange = mayPrice && showsMoney && isInWork(ticket)
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
          inLine={inLine}
          onRemove={onRemove}
        />
      ))}
    </ul>
  )
}
