import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { fromDollars, printMoney } from '#domain/lib/money.ts'
import type { PartView } from '#web/features/tickets/ticket-queries.ts'
import { firstClick } from '#web/ui/ignore-double-click.ts'
import { Figures, MoneyText } from '#web/ui/numbers.tsx'
import { PartJob } from './part-job-select.tsx'
import { PartPrice } from './part-price.tsx'
import styles from './parts.module.css'

type RowProps = {
  ticketId: number
  part: PartView
  /** How the part is called, also where nobody described it. */
  name: string
  mayChange: boolean
  isGoing: boolean
  showsMoney: boolean
  onRemove: (part: PartView) => void
}

export const PartRow = memo(function PartRow(props: RowProps) {
  const { ticketId, part, name, mayChange, isGoing, showsMoney, onRemove } = props
  const { quantity, description, totalAmount } = part
  return (
    <li className={styles.part} data-going={isGoing || undefined} aria-busy={part.foreseen && true}>
      <div className={styles.description} data-none={description === '' || undefined}>
        {description || 'No description'}
        <PartJob part={part} name={name} mayChange={mayChange} />
      </div>
      <div className={styles.price}>
        <Figures>{quantity}</Figures>
        {showsMoney && <span aria-hidden>×</span>}
        {showsMoney && <PartPrice ticketId={ticketId} part={part} name={name} mayChange={mayChange} />}
      </div>
      {showsMoney && (
        <span className={styles.total}>
          {totalAmount !== null && <MoneyText amount={printMoney(fromDollars(totalAmount))} strong />}
        </span>
      )}
      {mayChange && (
        <ActionIcon
          aria-label={`Delete ${name}`}
          disabled={isGoing}
          onClick={firstClick(() => onRemove(part))}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
})
