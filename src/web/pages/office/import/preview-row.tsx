import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react'
import { FIELD_LABELS, ROW_FIELDS, type RowField } from '#domain/import/customer-columns.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { vinWarning } from '#domain/rigs/vin.ts'
import { StateBadge, type StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'
import type { CheckedRow } from './check-rows.ts'
import styles from './imports.module.css'

const BADGES: Readonly<Record<CheckedRow['state'], StateBadgeProps>> = {
  new: { word: 'New', icon: IconPlus, tone: 'pine' },
  here: { word: 'Already here', icon: IconCheck, tone: 'slate' },
  faulty: { word: 'Faulty', icon: IconAlertTriangle, tone: 'brick' },
}

/** The headings are line 1. */
const lineOf = (index: number): number => index + 2

type PreviewRowProps = {
  readonly index: number
  readonly checked: CheckedRow
  readonly onChange: (field: RowField, value: string) => void
}

/** A row, and what would happen to it; what is wrong can be fixed in place. */
export function PreviewRow({ index, checked: { row, faults, state }, onChange }: PreviewRowProps) {
  const contact = [row.email, row.phone, row.address].filter(text => text !== '').join(' · ')
  const hasRig = row.vin !== '' || row.make !== '' || row.model !== ''
  const warning = state === 'faulty' ? null : vinWarning(row.vin)
  return (
    <div className={styles.row}>
      <div className={styles.rowHead}>
        <span className={styles.soft}>Line {lineOf(index)}</span>
        <strong className={styles.file}>{`${row.firstName} ${row.lastName}`.trim() || 'No name'}</strong>
        <StateBadge {...BADGES[state]} />
      </div>
      {contact !== '' && <p className={`${styles.soft} ${styles.file}`}>{contact}</p>}
      {hasRig && <p className={`${styles.soft} ${styles.file}`}>{`${rigName(row)} ${row.vin}`.trim()}</p>}
      {warning !== null && <p className={styles.text}>{warning} Only your company will see this VIN.</p>}
      {ROW_FIELDS.filter(field => faults[field] !== undefined).map(field => (
        <TextInput
          // What the server or another cell changed starts the field anew.
          key={`${field} ${row[field]}`}
          label={`${FIELD_LABELS[field]}, line ${lineOf(index)}`}
          defaultValue={row[field]}
          error={faults[field]}
          autoComplete="off"
          onBlur={({ currentTarget }) => {
            if (currentTarget.value !== row[field]) onChange(field, currentTarget.value)
          }}
          onKeyDown={event => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      ))}
    </div>
  )
}
