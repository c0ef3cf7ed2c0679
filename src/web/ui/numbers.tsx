import type { ReactNode } from 'react'
import styles from './numbers.module.css'

/** Numbers that line up under each other: times, hours, quantities. Takes what is already printed. */
export function Numbers({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <span className={styles.numbers} data-strong={strong || undefined}>
      {children}
    </span>
  )
}

/** An amount, already printed (`$1,234.50`). */
export function MoneyText({ amount, strong = false }: { amount: string; strong?: boolean }) {
  return <Numbers strong={strong}>{amount}</Numbers>
}

export type TotalRow = {
  label: string
  amount: string
  /** How the amount comes about. */
  hint?: string
  strong?: boolean
}

/** The foot of a bill: names on the left, amounts on the right, the strong one ruled off. */
export function Totals({ rows }: { rows: readonly TotalRow[] }) {
  return (
    <dl className={styles.totals}>
      {rows.map(row => (
        <div className={styles.total} data-strong={row.strong || undefined} key={row.label}>
          <dt>
            {row.label}
            {row.hint !== undefined && <span className={styles.hint}>{row.hint}</span>}
          </dt>
          <dd>{row.amount}</dd>
        </div>
      ))}
    </dl>
  )
}
