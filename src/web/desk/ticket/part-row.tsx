import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { fromDollars, printMoney } from '#domain/money.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { MoneyText } from '#web/ui/figures.tsx'
import { PartPrice } from './part-price.tsx'
import styles from './parts.module.css'
import type { PartView } from './ticket-view.ts'

type RowProps = {
  ticketId: number
  part: PartView
  /** How the part is called where nobody described it, too. */
  name: string
  mayChange: boolean
  isGoing: boolean
  showsMoney: boolean
  onRemove: (part: PartView) => void
}

const print = (dollars: number): string => printMoney(fromDollars(dollars))

export function PartRow({ ticketId, part, name, mayChange, isGoing, showsMoney, onRemove }: RowProps) {
  const [pricing, setPricing] = useState(false)
  const { quantity, description, perPartAmount, totalAmount } = part
  const close = () => setPricing(false)
  return (
    <li className={styles.part} data-going={isGoing || undefined}>
      <span className={styles.description} data-none={description === '' || undefined}>
        {description || 'No description'}
      </span>
      <span className={styles.price}>
        <span className={styles.quantity}>{quantity}</span>
        {showsMoney && !pricing && <span aria-hidden>×</span>}
        {showsMoney && pricing && <PartPrice ticketId={ticketId} part={part} name={name} onClose={close} />}
        {showsMoney && !pricing && perPartAmount !== null && <MoneyText amount={print(perPartAmount)} />}
        {!pricing && mayChange && perPartAmount !== null && (
          <ActionIcon aria-label={`Change price of ${name}`} onClick={() => setPricing(true)}>
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
        {showsMoney && !pricing && perPartAmount === null && (
          <span className={styles.unpriced}>No price yet</span>
        )}
        {!pricing && mayChange && perPartAmount === null && (
          <Button size="compact-sm" aria-label={`Set price of ${name}`} onClick={() => setPricing(true)}>
            Set Price
          </Button>
        )}
      </span>
      {showsMoney && (
        <span className={styles.total}>
          {totalAmount !== null && <MoneyText amount={print(totalAmount)} strong />}
        </span>
      )}
      {mayChange && (
        <ActionIcon
          className={styles.remove}
          aria-label={`Delete ${name}`}
          disabled={isGoing}
          onClick={firstClick(() => onRemove(part))}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
