import { Button, Progress, Switch } from '@mantine/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { FIELD_LABELS, ROW_FIELDS, type RowField, toCustomerRow } from '#domain/import/customer-columns.ts'
import { MAX_CHUNK_ROWS } from '#domain/import/import-run.ts'
import { type ClientContext, client } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { type CheckedRow, checkRow, checkRows } from './check-rows.ts'
import { ColumnMappingPanel, useColumnMapping } from './column-mapping.tsx'
import { downloadCsv } from './download-csv.ts'
import styles from './imports.module.css'
import { PreviewRow } from './preview-row.tsx'
import type { Table } from './read-table.ts'

type Started = Parameters<typeof client.imports.start>[0]
type Rows = Parameters<typeof client.imports.addCustomers>[0]['rows']

/** Sent again after a lost answer, it goes on with the same import: what arrived before is ignored. */
async function sendImport(
  { rows, ...started }: Omit<Started, 'rowCount'> & { readonly rows: Rows },
  options: { context: ClientContext },
): Promise<void> {
  const { importId } = await client.imports.start({ ...started, rowCount: rows.length }, options)
  for (let firstRow = 0; firstRow < rows.length; firstRow += MAX_CHUNK_ROWS)
    await client.imports.addCustomers(
      { importId, firstRow, rows: rows.slice(firstRow, firstRow + MAX_CHUNK_ROWS) },
      { context: { idempotencyKey: crypto.randomUUID() } },
    )
}

type ImportPreviewProps = {
  readonly fileName: string
  readonly table: Table
  readonly onSent: () => void
}

/** What would happen to each row, and the press that imports them. */
export function ImportPreview({ fileName, table, onSent }: ImportPreviewProps) {
  const columns = useColumnMapping(table)
  const { mapping } = columns
  const rows = useMemo(() => table.rows.map(cells => toCustomerRow(cells, mapping)), [table, mapping])
  const [checked, setChecked] = useState<readonly CheckedRow[] | null>(null)
  const [done, setDone] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt checks again
  useEffect(() => {
    let isCurrent = true
    setChecked(null)
    setError(null)
    setDone(0)
    checkRows(rows, new Date(), count => isCurrent && setDone(count)).then(
      result => isCurrent && setChecked(result),
      failure => isCurrent && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [rows, attempt])

  return (
    <>
      <ColumnMappingPanel table={table} {...columns} />
      <Panel title="Preview">
        {error !== null && <QueryError error={error} onRetry={() => setAttempt(attempt + 1)} />}
        {error === null && checked === null && (
          <div className={styles.stack}>
            <p className={styles.text} role="status">
              Checking {rows.length.toLocaleString('en-US')} rows…
            </p>
            <Progress value={(100 * done) / rows.length} aria-label="Checking rows" />
          </div>
        )}
        {checked !== null && (
          <CheckedRows
            fileName={fileName}
            fileHash={table.hash}
            checked={checked}
            onChange={setChecked}
            onSent={onSent}
          />
        )}
      </Panel>
    </>
  )
}

type CheckedRowsProps = Pick<ImportPreviewProps, 'fileName' | 'onSent'> & {
  readonly fileHash: string
  readonly checked: readonly CheckedRow[]
  readonly onChange: (checked: readonly CheckedRow[]) => void
}

const indexesOf = (checked: readonly CheckedRow[], isFaultsOnly: boolean): number[] =>
  checked.flatMap(({ state }, index) => (isFaultsOnly && state !== 'faulty' ? [] : [index]))

const csvOf = (faulty: readonly CheckedRow[]): string[][] => [
  [...ROW_FIELDS.map(field => FIELD_LABELS[field]), 'What is wrong'],
  ...faulty.map(({ row, faults }) => [
    ...ROW_FIELDS.map(field => row[field]),
    ROW_FIELDS.flatMap(field => (faults[field] ? [`${FIELD_LABELS[field]}: ${faults[field]}`] : [])).join(
      ' ',
    ),
  ]),
]

function CheckedRows({ fileName, fileHash, checked, onChange, onSent }: CheckedRowsProps) {
  const [isFaultsOnly, setFaultsOnly] = useState(false)
  const faulty = checked.filter(({ state }) => state === 'faulty')
  const added = checked.filter(({ state }) => state === 'new')
  const shown = useMemo(() => indexesOf(checked, isFaultsOnly), [checked, isFaultsOnly])
  const send = useMutationOnce(sendImport, {
    onDone: () => {
      notify.success('Import started. You can leave this page.')
      onSent()
    },
  })
  const count = (amount: number) => amount.toLocaleString('en-US')

  const change = (index: number, field: RowField, value: string): void => {
    const before = checked[index]
    if (before === undefined) return
    onChange(checked.with(index, checkRow({ ...before.row, [field]: value }, false, new Date())))
  }

  return (
    <div className={styles.stack}>
      <p className={styles.text} role="status">
        {count(added.length)} new, {count(checked.length - added.length - faulty.length)} already here,{' '}
        {count(faulty.length)} faulty.
        {faulty.length > 0 && ' Faulty rows are left out unless you fix them here.'}
      </p>
      {faulty.length > 0 && (
        <div className={styles.counts}>
          <Switch
            label="Show only faulty rows"
            checked={isFaultsOnly}
            onChange={({ currentTarget }) => setFaultsOnly(currentTarget.checked)}
          />
          <Button
            variant="subtle"
            onClick={() => downloadCsv(`faulty-${fileName.replace(/\.\w+$/, '')}.csv`, csvOf(faulty))}
          >
            Download Faulty Rows
          </Button>
        </div>
      )}
      <ActionBar>
        <PrimaryButton
          loading={send.isRunning}
          loadingText="Sending…"
          blockers={added.length === 0 ? ['There is nothing new to import in this file.'] : []}
          onClick={() =>
            send.run({
              fileName,
              fileHash,
              leftOut: faulty.length,
              rows: checked.filter(({ state }) => state !== 'faulty').map(({ row }) => row as Rows[number]),
            })
          }
        >
          Import {count(added.length)} {added.length === 1 ? 'Customer' : 'Customers'}
        </PrimaryButton>
      </ActionBar>
      <VirtualList
        count={shown.length}
        keyOf={useCallback((position: number) => shown[position] ?? position, [shown])}
        estimatedHeight={96}
        gap={8}
        renderRow={position => {
          const index = shown[position] ?? 0
          const row = checked[index]
          return (
            row !== undefined && (
              <PreviewRow
                index={index}
                checked={row}
                onChange={(field, value) => change(index, field, value)}
              />
            )
          )
        }}
      />
    </div>
  )
}
