import { Button, Progress, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { SpreadsheetKind } from '#domain/spreadsheet-import/import-run.ts'
import type { SheetRow } from '#domain/spreadsheet-import/sheet-columns.ts'
import { findTable, type SheetLine, type SheetTable } from '#domain/spreadsheet-import/sheet-table.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { api, type ClientContext, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { ColumnMappingPanel, useColumnMapping } from './column-mapping.tsx'
import { type CheckedRow, chunksOf, IMPORT_KINDS, type ImportKind } from './import-kinds.ts'
import styles from './imports.module.css'
import { PreviewRow } from './preview-row.tsx'
import { useCheckedRows } from './use-checked-rows.ts'

type NewImport = {
  readonly kind: SpreadsheetKind
  readonly fileName: string
  readonly fileHash: string
  readonly leftOut: number
  readonly units: readonly unknown[]
}

/** Sent again after a lost answer, it goes on with the same import: what arrived before is ignored. */
async function sendImport(
  { units, ...started }: NewImport,
  options: { context: ClientContext },
): Promise<void> {
  const { importId } = await client.imports.start({ ...started, rowCount: units.length }, options)
  let firstRow = 0
  for (const rows of chunksOf(units)) {
    const context = { idempotencyKey: randomUuid() }
    await IMPORT_KINDS[started.kind].send({ importId, firstRow, rows }, { context })
    firstRow += rows.length
  }
}

type ImportPreviewProps = {
  readonly kind: SpreadsheetKind
  readonly fileName: string
  readonly fileHash: string
  readonly lines: readonly SheetLine[]
  readonly onSent: () => void
}

/** What would happen to each row, and the tap that imports them. */
export function ImportPreview(props: ImportPreviewProps) {
  const company = useQuery(api.companies.mine.queryOptions())
  if (company.data !== undefined) return <TablePreview {...props} timeZone={company.data.timeZone} />
  return company.error === null ? null : (
    <Panel title="Preview">
      <QueryError error={company.error} onRetry={() => company.refetch()} />
    </Panel>
  )
}

type TablePreviewProps = ImportPreviewProps & { readonly timeZone: string }

function TablePreview({ lines, ...props }: TablePreviewProps) {
  const { sheet } = IMPORT_KINDS[props.kind]
  const table = useMemo(() => findTable(sheet, lines), [sheet, lines])
  const columns = useColumnMapping(props.kind, table)
  return (
    <>
      <ColumnMappingPanel kind={props.kind} fileName={props.fileName} table={table} {...columns} />
      <Panel title="Preview">
        {columns.missing === null ? (
          <TableRows {...props} table={table} mapping={columns.mapping} dates={columns.dates} />
        ) : (
          <p className={styles.text}>The rows are checked once the columns above hold all that is needed.</p>
        )}
      </Panel>
    </>
  )
}

type TableRowsProps = Omit<TablePreviewProps, 'lines'> &
  Pick<ReturnType<typeof useColumnMapping>, 'mapping' | 'dates'> & { readonly table: SheetTable }

function TableRows({ kind: kindName, table, mapping, dates, timeZone, ...file }: TableRowsProps) {
  const kind = IMPORT_KINDS[kindName]
  const { rows, checked, change, error, retry, progress } = useCheckedRows({
    kind,
    table,
    mapping,
    dates,
    timeZone,
  })
  if (error !== null) return <QueryError error={error} onRetry={retry} />
  return checked === null ? (
    <div className={styles.stack}>
      <p className={styles.text} role="status">
        Checking {progress.all.toLocaleString('en-US')} rows…
      </p>
      <Progress value={(100 * progress.done) / progress.all} aria-label="Checking rows" />
    </div>
  ) : (
    <CheckedRows
      kindName={kindName}
      rowLines={table.rowLines}
      rows={rows}
      checked={checked}
      onChange={change}
      {...file}
    />
  )
}

type CheckedRowsProps = Pick<ImportPreviewProps, 'fileName' | 'fileHash' | 'onSent'> & {
  readonly kindName: SpreadsheetKind
  readonly rowLines: readonly number[]
  /** As typed. */
  readonly rows: readonly SheetRow[]
  readonly checked: readonly CheckedRow[]
  readonly onChange: (index: number, field: string, value: string) => Promise<void>
}

const indexesOf = (checked: readonly CheckedRow[], isInvalidOnly: boolean): number[] =>
  checked.flatMap(({ state }, index) => (isInvalidOnly && state !== 'faulty' ? [] : [index]))

function csvOf(
  { sheet: { fields } }: ImportKind,
  rows: readonly SheetRow[],
  checked: readonly CheckedRow[],
): string[][] {
  const names = Object.keys(fields)
  return [
    [...Object.values(fields), 'What is wrong'],
    ...indexesOf(checked, true).map(index => {
      const { errors = {}, note = '' } = checked[index] ?? {}
      return [
        ...names.map(field => rows[index]?.[field] ?? ''),
        names.flatMap(field => (errors[field] ? [`${fields[field]}: ${errors[field]}`] : [])).join(' ') ||
          note,
      ]
    }),
  ]
}

function blockersOf({ unit, maxRows }: ImportKind, added: readonly unknown[]): string[] {
  if (added.length === 0) return ['There is nothing new to import in this file.']
  return added.length > maxRows
    ? [`Import at most ${maxRows} ${unit[1].toLowerCase()} at a time. Split the file.`]
    : []
}

function CheckedRows({
  kindName,
  fileName,
  fileHash,
  rowLines,
  rows,
  checked,
  onChange,
  onSent,
}: CheckedRowsProps) {
  const kind = IMPORT_KINDS[kindName]
  const [isInvalidOnly, setInvalidOnly] = useState(false)
  const units = useMemo(() => {
    const of = (...states: CheckedRow['state'][]) =>
      kind.toUnits(checked.filter(({ state }) => states.includes(state)).map(({ row }) => row))
    return {
      new: of('new'),
      here: of('here').length,
      faulty: of('faulty').length,
      leftOut: of('left-out').length,
      sent: of('new', 'here'),
    }
  }, [kind, checked])
  const unitOf = (amount: number) => kind.unit[amount === 1 ? 0 : 1]
  const shown = useMemo(() => indexesOf(checked, isInvalidOnly), [checked, isInvalidOnly])
  const send = useMutationOnce(sendImport, {
    onDone: () => {
      notify.success('Import started. You can leave this page.')
      onSent()
    },
  })
  const count = (amount: number) => amount.toLocaleString('en-US')

  return (
    <div className={styles.stack}>
      <p className={styles.text} role="status">
        {count(units.new.length)} new {unitOf(units.new.length).toLowerCase()}, {count(units.here)} already
        here, {count(units.faulty)} faulty.
        {units.faulty > 0 && ' Faulty rows are left out unless you fix them here.'}
        {units.leftOut > 0 &&
          ` ${count(units.leftOut)} left out: ${units.leftOut === 1 ? 'this person no longer works' : 'these people no longer work'} for you.`}
      </p>
      {units.faulty > 0 && (
        <div className={styles.counts}>
          <Switch
            label="Show only faulty rows"
            checked={isInvalidOnly}
            onChange={({ currentTarget }) => setInvalidOnly(currentTarget.checked)}
          />
          <Button
            variant="subtle"
            onClick={() =>
              downloadCsv(`faulty-${fileName.replace(/\.\w+$/, '')}.csv`, csvOf(kind, rows, checked))
            }
          >
            Download Faulty Rows
          </Button>
        </div>
      )}
      <ActionBar>
        <PrimaryButton
          loading={send.isRunning}
          loadingText="Sending…"
          blockers={blockersOf(kind, units.new)}
          onClick={() =>
            send.run({
              kind: kindName,
              fileName,
              fileHash,
              leftOut: units.faulty,
              units: units.sent,
            })
          }
        >
          Import {count(units.new.length)} {unitOf(units.new.length)}
        </PrimaryButton>
      </ActionBar>
      {isInvalidOnly && shown.length === 0 && (
        <div className={styles.counts}>
          <p className={styles.text} role="status">
            No faulty rows.
          </p>
          <Button variant="subtle" onClick={() => setInvalidOnly(false)}>
            Show All Rows
          </Button>
        </div>
      )}
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
                kind={kind}
                line={rowLines[index] ?? 0}
                checked={row}
                onChange={(field, value) => void onChange(index, field, value)}
              />
            )
          )
        }}
      />
    </div>
  )
}
