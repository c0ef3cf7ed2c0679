import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useContext } from 'react'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { TicketOutboxContext } from '#web/features/tickets/ticket-outbox.ts'
import type { PartView } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { MoneyText, Numbers } from '#web/ui/numbers.tsx'
import { PartJobSelect } from './part-job-select.tsx'
import { PartPrice } from './part-price.tsx'
import styles from './parts.module.css'

type RowProps = {
  ticketId: number
  part: PartView
  /** The part's name, also without a description. */
  name: string
  mayChange: boolean
  isRemoving: boolean
  showsMoney: boolean
  inLine: boolean
  onRemove: (part: PartView) => void
}

export const PartRow = memo(function PartRow(props: RowProps) {
  const { ticketId, part, name, mayChange, isRemoving, showsMoney, inLine, onRemove } = props
  const { quantity, description, totalAmount } = part
  const outbox = useContext(TicketOutboxContext)
  return (
    <li className={styles.part} data-removing={isRemoving || undefined} aria-busy={part.optimistic && true}>
      <div className={styles.description} data-none={description === '' || undefined}>
        {description || 'No description'}
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
          {totalAmount !== null && <MoneyText amount={formatMoney(fromDollars(totalAmount))} strong />}
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
