import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { SpreadsheetKind } from '#domain/spreadsheet-import/import-run.ts'
import {
  type ColumnMapping,
  chooseColumn,
  columnTitle,
  type DateOrder,
  joinedSentences,
  missingSentence,
} from '#domain/spreadsheet-import/sheet-columns.ts'
import type { SheetTable } from '#domain/spreadsheet-import/sheet-table.ts'
import { guessDateOrder } from '#domain/spreadsheet-import/sheet-values.ts'
import { meQuery } from '#web/api/session.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { IMPORT_KINDS } from './import-kinds.ts'
import styles from './imports.module.css'

const KEY_PREFIX = 'rigwright import-columns '
/** So many first rows are shown as examples. */
const MAX_EXAMPLES = 3

const DATE_ORDERS: readonly { value: DateOrder; label: string }[] = [
  { value: 'month-first', label: 'Month first: 03/04/2024 is March 4' },
  { value: 'day-first', label: 'Day first: 03/04/2024 is April 3' },
]

/** What this account chose for the same headings of the same kind. */
type Stored = { readonly mapping: ColumnMapping; readonly dates: DateOrder | null }

function loadChoice(key: string, kind: SpreadsheetKind, headings: readonly string[]): Stored {
  const { sheet } = IMPORT_KINDS[kind]
  const guessed = { mapping: sheet.guessColumns(headings), dates: null }
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<
      Record<keyof Stored, unknown>
    > | null
    const { mapping, dates } = stored ?? {}
    if (!Array.isArray(mapping) || mapping.length !== headings.length) return guessed
    const names = Object.keys(sheet.columns)
    // What a column could be has changed since.
    if (mapping.some(name => name !== null && !names.includes(name))) return guessed
    return {
      mapping: mapping.map(name => names.find(known => known === name) ?? null),
      dates: DATE_ORDERS.find(({ value }) => value === dates)?.value ?? null,
    }
  } catch {
    // Blocked storage only costs the memory of it.
    return guessed
  }
}

function storeChoice(key: string, choice: Stored): void {
  try {
    localStorage.setItem(key, JSON.stringify(choice))
  } catch {
    // As above.
  }
}

/** What each column is, remembered for the next file of the kind with the same headings. */
export function useColumnMapping(kind: SpreadsheetKind, { headings, rows }: SheetTable) {
  const { data: actor } = useQuery(meQuery)
  const account = actor !== undefined && 'id' in actor ? actor.id : ''
  const key = `${KEY_PREFIX}${account} ${kind} ${headings.join('\t')}`
  const [choice, setChoice] = useState(() => loadChoice(key, kind, headings))
  const { mapping } = choice
  const { sheet } = IMPORT_KINDS[kind]
  const { dateColumn } = sheet
  const dateIndex = dateColumn === null ? -1 : mapping.indexOf(dateColumn)
  const guess = useMemo(
    () => guessDateOrder(dateIndex < 0 ? [] : rows.map(cells => cells[dateIndex] ?? '')),
    [rows, dateIndex],
  )
  /** What the last choice took away. */
  const [notes, setNotes] = useState<readonly string[]>([])
  const change = (next: Stored) => {
    setChoice(next)
    storeChoice(key, next)
  }
  return {
    mapping,
    dates: guess.isAmbiguous ? (choice.dates ?? guess.order) : guess.order,
    isDateAmbiguous: guess.isAmbiguous,
    missing: missingSentence(sheet, mapping),
    notes: [...notes, ...joinedSentences(sheet, mapping, headings)],
    setColumn: (index: number, name: string | null) => {
      const { mapping: next, taken } = chooseColumn(sheet, mapping, index, name)
      change({ ...choice, mapping: next })
      setNotes(
        taken.map(
          at =>
            `“${columnTitle(headings, at)}” is left out now: only one column can be “${sheet.columns[name ?? '']}”.`,
        ),
      )
    },
    setDates: (dates: DateOrder) => change({ ...choice, dates }),
  }
}

const LINE_LIST = new Intl.ListFormat('en-US')
const MAX_LISTED_LINES = 10

/** `7`, `7 and 9`, or the first of many. */
const listLines = (lines: readonly number[]): string =>
  LINE_LIST.format([
    ...lines.slice(0, MAX_LISTED_LINES).map(String),
    ...(lines.length > MAX_LISTED_LINES ? [`${lines.length - MAX_LISTED_LINES} more`] : []),
  ])

type ColumnMappingPanelProps = ReturnType<typeof useColumnMapping> & {
  readonly kind: SpreadsheetKind
  readonly fileName: string
  readonly table: SheetTable
}

export function ColumnMappingPanel({
  kind,
  fileName,
  table,
  mapping,
  dates,
  isDateAmbiguous,
  missing,
  notes,
  setColumn,
  setDates,
}: ColumnMappingPanelProps) {
  const { headingsLine, footerLine, totalLines } = table
  const intro = useRef<HTMLParagraphElement>(null)
  // The file was chosen; what comes next is here.
  useEffect(() => intro.current?.focus(), [])
  const choices = [
    { value: '', label: 'Leave out' },
    ...Object.entries(IMPORT_KINDS[kind].sheet.columns).map(([value, label]) => ({ value, label })),
  ]
  return (
    <Panel title="Columns">
      <p ref={intro} tabIndex={-1} className={`${styles.text} ${styles.file} ${styles.intro}`}>
        {fileName} has {table.rows.length.toLocaleString('en-US')} {table.rows.length === 1 ? 'row' : 'rows'}.
        Check what each column holds.
        {headingsLine !== null &&
          ` The headings are in line ${headingsLine}: what is above them is left out.`}
        {footerLine !== null && ` Line ${footerLine} only says when the file was made: it is no row.`}
        {totalLines.length > 0 &&
          ` ${totalLines.length === 1 ? 'Line' : 'Lines'} ${listLines(totalLines)} only ${totalLines.length === 1 ? 'has a total: it is' : 'have totals: they are'} left out.`}
      </p>
      <div className={styles.columns}>
        {isDateAmbiguous && (
          <NativeSelect
            label="How dates are written"
            description="The dates of this file can be read both ways."
            data={DATE_ORDERS}
            value={dates}
            onChange={({ currentTarget }) => setDates(currentTarget.value as DateOrder)}
          />
        )}
        {table.headings.map((_, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and never move
            key={index}
            label={columnTitle(table.headings, index)}
            description={
              table.rows
                .slice(0, MAX_EXAMPLES)
                .map(cells => (cells[index] ?? '').trim().slice(0, 40))
                .filter(cell => cell !== '')
                .join(' · ') || 'Empty'
            }
            data={choices}
            value={mapping[index] ?? ''}
            onChange={({ currentTarget }) => setColumn(index, currentTarget.value || null)}
          />
        ))}
      </div>
      {missing !== null && (
        <p className={styles.error} role="alert">
          {missing} Choose it above, or add it to your file.
        </p>
      )}
      <div role="status">
        {notes.map(note => (
          <p key={note} className={`${styles.text} ${styles.file} ${styles.note}`}>
            {note}
          </p>
        ))}
      </div>
    </Panel>
  )
}
