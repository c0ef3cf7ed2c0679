import type { ReactNode } from 'react'
import styles from './numbers.module.css'

/** Numbers aligned in columns: times, hours, quantities. Takes formatted text. */
export function Numbers({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <span className={styles.numbers} data-strong={strong || undefined}>
      {children}
    </span>
  )
}

/** A formatted amount (`$1,234.50`). */
export function MoneyText({ amount, strong = false }: { amount: string; strong?: boolean }) {
  return <Numbers strong={strong}>{amount}</Numbers>
}

export type TotalRow = {
  label: string
  amount: string
  /** How the amount is computed, or what it does not include. */
  hint?: string | null
  strong?: boolean
}

/** The totals of a bill: labels on the left, amounts on the right, a line above the strong one; notes below. */
export function Totals({ rows, notes = [] }: { rows: readonly TotalRow[]; notes?: readonly string[] }) {
  return (
    <>
      <dl className={styles.totals}>
        {rows.map(row => (
          <div className={styles.total} data-strong={row.strong || undefined} key={row.label}>
            <dt>
              {row.label}
              {row.hint && <span className={styles.hint}>{row.hint}</span>}
            </dt>
            <dd>{row.amount}</dd>
          </div>
        ))}
      </dl>
      {notes.map(note => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
    </>
  )
}
