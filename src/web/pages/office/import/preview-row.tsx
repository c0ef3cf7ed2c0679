import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconMinus, IconPlus } from '@tabler/icons-react'
import { StateBadge, type StateBadgeProps } from '#web/ui/feedback/state-badge.tsx'
import type { CheckedRow, ImportKind } from './import-kinds.ts'
import styles from './imports.module.css'

const BADGES: Readonly<Record<CheckedRow['state'], StateBadgeProps>> = {
  new: { word: 'New', icon: IconPlus, tone: 'pine' },
  here: { word: 'Already here', icon: IconCheck, tone: 'slate' },
  'left-out': { word: 'Left out', icon: IconMinus, tone: 'slate' },
  faulty: { word: 'Faulty', icon: IconAlertTriangle, tone: 'brick' },
}

type PreviewRowProps = {
  readonly kind: ImportKind
  /** Of the spreadsheet. */
  readonly line: number
  readonly checked: CheckedRow
  readonly onChange: (field: string, value: string) => void
}

/** A row, and what would happen to it; what is wrong can be fixed in place. */
export function PreviewRow({ kind, line, checked, onChange }: PreviewRowProps) {
  const { row, errors, state, note } = checked
  const warning = state === 'faulty' ? null : kind.warningOf(row)
  return (
    <div className={styles.row}>
      <div className={styles.rowHead}>
        <span className={styles.soft}>Line {line}</span>
        <strong className={styles.file}>{kind.titleOf(row)}</strong>
        <StateBadge {...BADGES[state]} />
      </div>
      {kind
        .detailsOf(row)
        .filter(text => text !== '')
        .map(text => (
          <p key={text} className={`${styles.soft} ${styles.file} ${styles.lines}`}>
            {text}
          </p>
        ))}
      {[warning, state === 'left-out' ? null : row.notes, note].map(
        text =>
          text && (
            <p key={text} className={styles.text}>
              {text}
            </p>
          ),
      )}
      {Object.entries(kind.sheet.fields)
        .filter(([field]) => errors[field] !== undefined)
        .map(([field, label]) => (
          <TextInput
            // What the server or another cell changed starts the field anew.
            key={`${field} ${row[field]}`}
            label={`${label}, line ${line}`}
            defaultValue={row[field] ?? ''}
            error={errors[field]}
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
