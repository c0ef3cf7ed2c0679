// The rows of a file as they would be imported, checked again as they are mended.

import { useEffect, useMemo, useState } from 'react'
import { MAX_CHUNK_ROWS } from '#domain/spreadsheet-import/import-run.ts'
import type { ColumnMapping, DateOrder, SheetRow } from '#domain/spreadsheet-import/sheet-columns.ts'
import type { SheetTable } from '#domain/spreadsheet-import/sheet-table.ts'
import { yieldToBrowser } from '#web/ui/request-idle.ts'
import type { CheckTime, ImportKind, RowErrors } from './import-kinds.ts'

type Choices = {
  readonly kind: ImportKind
  readonly table: SheetTable
  readonly mapping: ColumnMapping
  readonly dates: DateOrder
  readonly timeZone: string
}

type Asked = { readonly rows: readonly SheetRow[]; readonly facts: ReadonlySet<string> }

export function useCheckedRows({ kind, table, mapping, dates, timeZone }: Choices) {
  const read = useMemo(
    () => table.rows.map(cells => kind.sheet.toRow(cells, mapping, dates)),
    [kind, table, mapping, dates],
  )
  const errorsOf = useMemo(() => createErrorsCache(kind, { now: new Date(), timeZone }), [kind, timeZone])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [done, setDone] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let isCurrent = true
    setAsked(null)
    setError(null)
    setDone(0)
    askAll(kind, read, errorsOf, count => isCurrent && setDone(count)).then(
      facts => isCurrent && setAsked({ rows: read, facts }),
      failure => isCurrent && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [kind, read, errorsOf, attempt])

  const checked = useMemo(
    () => asked && kind.check(kind.sheet.completeRows(asked.rows), asked.rows.map(errorsOf), asked.facts),
    [kind, asked, errorsOf],
  )

  async function change(index: number, field: string, typed: string): Promise<void> {
    const before = asked?.rows[index]
    if (before === undefined) return
    const row = { ...before, [field]: kind.sheet.normalizeField(field, typed, dates) }
    setAsked(current => current && { ...current, rows: current.rows.with(index, row) })
    if (hasErrors(errorsOf(row))) return
    // Without an answer, the server decides when the row is sent.
    const facts = await kind.ask(kind.sheet.completeRows([row])).catch(() => [])
    setAsked(current => current && { ...current, facts: new Set([...current.facts, ...facts]) })
  }

  return {
    rows: asked?.rows ?? [],
    checked,
    change,
    error,
    retry: () => setAttempt(attempt + 1),
    progress: { done, all: read.length },
  }
}

const hasErrors = (errors: RowErrors): boolean => Object.keys(errors).length > 0

/** Fields with a letter that could not be read. */
const damagedFields = ({ sheet: { fields } }: ImportKind, row: SheetRow): RowErrors =>
  Object.fromEntries(
    Object.keys(fields)
      .filter(field => row[field]?.includes('\ufffd'))
      .map(field => [field, 'A letter is damaged: “�”. Correct it.']),
  )

/** A row is validated once: mending one does not validate all others again. */
function createErrorsCache(kind: ImportKind, time: CheckTime): (row: SheetRow) => RowErrors {
  const known = new WeakMap<SheetRow, RowErrors>()
  return row => {
    const errors = known.get(row) ?? { ...damagedFields(kind, row), ...kind.errorsOf(row, time) }
    known.set(row, errors)
    return errors
  }
}

/** Validates all rows and asks the server about those with nothing wrong, a chunk at a time. */
async function askAll(
  kind: ImportKind,
  rows: readonly SheetRow[],
  errorsOf: (row: SheetRow) => RowErrors,
  onProgress: (done: number) => void,
): Promise<ReadonlySet<string>> {
  const facts = new Set<string>()
  const completed = kind.sheet.completeRows(rows)
  for (let start = 0; start < rows.length; start += MAX_CHUNK_ROWS) {
    const chunk = rows.slice(start, start + MAX_CHUNK_ROWS)
    const valid = completed
      .slice(start, start + MAX_CHUNK_ROWS)
      .filter((_, at) => !hasErrors(errorsOf(chunk[at] ?? {})))
    for (const fact of valid.length === 0 ? [] : await kind.ask(valid)) facts.add(fact)
    onProgress(start + chunk.length)
    await yieldToBrowser()
  }
  return facts
}
