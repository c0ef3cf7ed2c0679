import type { ReactNode } from 'react'
import styles from './key-values.module.css'

export type KeyValue = { label: string; value: ReactNode }

type KeyValuesProps = {
  rows: readonly KeyValue[]
  /** Shown for an empty value. */
  missing?: string
  /** Labels above values, several pairs side by side: for the top of a work screen. */
  inline?: boolean
}

export function KeyValues({ rows, missing = '–', inline = false }: KeyValuesProps) {
  return (
    <dl className={styles.list} data-inline={inline || undefined}>
      {rows.map(({ label, value }) => (
        <div className={styles.pair} key={label}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? missing : value}</dd>
        </div>
      ))}
    </dl>
  )
}
