import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  COLUMN_LABELS,
  COLUMN_NAMES,
  type ColumnMapping,
  type ColumnName,
  guessColumns,
} from '#domain/import/customer-columns.ts'
import { meQuery } from '#web/api/session.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './imports.module.css'
import type { Table } from './read-table.ts'

const KEY_PREFIX = 'rigwright import-columns '
/** So many first rows are shown as examples. */
const MAX_EXAMPLES = 3

const CHOICES = [
  { value: '', label: 'Leave out' },
  ...COLUMN_NAMES.map(name => ({ value: name, label: COLUMN_LABELS[name] })),
]

/** The mapping that this account chose for the same headings; otherwise a guess. */
function loadMapping(key: string, headings: readonly string[]): ColumnMapping {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (Array.isArray(stored) && stored.length === headings.length)
      return stored.map(name => COLUMN_NAMES.find(known => known === name) ?? null)
  } catch {
    // Blocked storage only costs the memory of it.
  }
  return guessColumns(headings)
}

function storeMapping(key: string, mapping: ColumnMapping): void {
  try {
    localStorage.setItem(key, JSON.stringify(mapping))
  } catch {
    // As above.
  }
}

/** What each column is, remembered for the next file with the same headings. */
export function useColumnMapping({ headings }: Table) {
  const { data: actor } = useQuery(meQuery)
  const account = actor !== undefined && 'id' in actor ? actor.id : ''
  const key = `${KEY_PREFIX}${account} ${headings.join('\t')}`
  const [mapping, setMapping] = useState(() => loadMapping(key, headings))
  const setColumn = (index: number, name: ColumnName | null) => {
    // A meaning belongs to one column.
    const next = mapping.map((other, at) => (at === index ? name : other === name ? null : other))
    setMapping(next)
    storeMapping(key, next)
  }
  return { mapping, setColumn }
}

type ColumnMappingPanelProps = ReturnType<typeof useColumnMapping> & { readonly table: Table }

export function ColumnMappingPanel({ table, mapping, setColumn }: ColumnMappingPanelProps) {
  return (
    <Panel title="Columns">
      <div className={styles.columns}>
        {table.headings.map((heading, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and never move
            key={index}
            label={heading.trim() || `Column ${index + 1}`}
            description={
              table.rows
                .slice(0, MAX_EXAMPLES)
                .map(cells => (cells[index] ?? '').trim().slice(0, 40))
                .filter(cell => cell !== '')
                .join(' · ') || 'Empty'
            }
            data={CHOICES}
            value={mapping[index] ?? ''}
            onChange={({ currentTarget }) =>
              setColumn(index, (currentTarget.value || null) as ColumnName | null)
            }
          />
        ))}
      </div>
    </Panel>
  )
}
