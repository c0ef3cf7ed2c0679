import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useCallback, useContext, useRef, useState } from 'react'
import { dayOf } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { isLate, partOrderLabel } from '#domain/purchase-orders/part-order.ts'
import { stockLabel } from '#domain/stock/stock-source.ts'
import { jobLabel } from '#domain/tickets/job.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { client } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { partAdded, partChanged, partRemoved } from '#web/features/tickets/optimistic/optimistic-parts.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import type { PartView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText, Numbers } from '#web/ui/numbers.tsx'
import { JobSelect } from './job-select.tsx'
import { PartPrice } from './part-price.tsx'
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
  const today = dayOf(useNow(), ticket.timeZone)
  const list = useRef<HTMLUListElement>(null)
  const [removing, setRemoving] = useState<PartView | null>(null)
  const undoRemove = useTicketCommand(ticketId, client.tickets.addPart, { optimistic: partAdded })
  const remove = useTicketCommand(ticketId, client.tickets.removePart, {
    optimistic: partRemoved,
    onDone: () => {
      if (removing === null) return
      // The tapped button is gone; focus stays in the list.
      list.current?.focus()
      const { quantity, description, perPartAmount, jobNumber, sublet, stock } = removing
      notify.undoable('Part deleted.', () =>
        undoRemove.run({
          ticketId,
          quantity,
          description,
          perPartAmount: perPartAmount ?? undefined,
          jobNumber: jobNumber ?? undefined,
          sublet: sublet ?? undefined,
          stockItemId: stock?.stockItemId,
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
          today={today}
          onRemove={onRemove}
        />
      ))}
    </ul>
  )
}

type RowProps = {
  ticketId: number
  part: PartView
  /** The part's name, also without a description. */
  name: string
  mayChange: boolean
  isRemoving: boolean
  showsMoney: boolean
  inLine: boolean
  /** The company's, `YYYY-MM-DD`. */
  today: string
  onRemove: (part: PartView) => void
}

const PartRow = memo(function PartRow(props: RowProps) {
  const { ticketId, part, name, mayChange, isRemoving, showsMoney, inLine, today, onRemove } = props
  const { quantity, description, totalAmount, sublet } = part
  // Undefined in what phones stored before parts were ordered here.
  const order = part.order ?? null
  const outbox = useContext(TicketOutboxContext)
  return (
    <li className={styles.part} data-removing={isRemoving || undefined} aria-busy={part.optimistic && true}>
      <div className={styles.description} data-none={description === '' || undefined}>
        {description || 'No description'}
        {sublet !== null && <span className={styles.job}>Sublet to {sublet.supplier}</span>}
        {part.stock && <span className={styles.job}>{stockLabel(part.stock)}</span>}
        {order !== null && (
          <span className={styles.job} data-late={isLate(order, today) || undefined}>
            {partOrderLabel(order, today)}
          </span>
        )}
        {(mayChange || !inLine) && <PartJobSelect part={part} name={name} mayChange={mayChange} />}
      </div>
      <div className={styles.price}>
        <Numbers>{showsMoney ? quantity : `Quantity ${quantity}`}</Numbers>
        {showsMoney && <span aria-hidden>×</span>}
        {showsMoney ? (
          <PartPrice ticketId={ticketId} part={part} name={name} mayChange={mayChange} />
        ) : (
          !part.isPriced && <span className={styles.unpriced}>No price yet</span>
        )}
        {outbox !== null && <outbox.PartMark part={part} />}
      </div>
      {showsMoney && (
        <span className={styles.total}>
          {totalAmount !== null && <MoneyText amount={formatMoney(totalAmount)} strong />}
        </span>
      )}
      {mayChange && (
        <ActionIcon
          aria-label={`Delete ${name}`}
          disabled={isRemoving}
          onClick={ignoreDoubleClick(() => onRemove(part))}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
})

type PartJobSelectProps = { part: PartView; name: string; mayChange: boolean }

/** The job line of a part; the desk can change it in place. */
function PartJobSelect({ part, name, mayChange }: PartJobSelectProps) {
  const { ticketId, jobNames } = useTicketContext()
  // Forty parts and sixty lines are 2,400 options: a list has them once it is used.
  const [isInUse, setInUse] = useState(false)
  const { partId, jobNumber } = part
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changePart, {
    optimistic: partChanged,
    waitForRefetch: true,
  })
  const job = jobNames.find(candidate => candidate.jobNumber === jobNumber)
  if (!mayChange) return job === undefined ? null : <span className={styles.job}>{jobLabel(job)}</span>
  if (jobNames.length === 0) return null
  return (
    <JobSelect
      className={styles.jobChoice ?? ''}
      size="xs"
      aria-label={`Job line of ${name}`}
      placeholder="No job line"
      jobs={isInUse ? jobNames : job === undefined ? [] : [job]}
      onPointerDown={() => setInUse(true)}
      onFocus={() => setInUse(true)}
      value={jobNumber}
      disabled={isRunning}
      onChange={(chosen, select) => {
        // The part goes to another list.
        select.closest('ul')?.focus()
        run({ ticketId, partId, jobNumber: chosen })
      }}
    />
  )
}
