// What would happen to each row: the contract's own validation, and whether the server knows the customer.

import { importedCustomer } from '#contract/imports.ts'
import { type CustomerRow, customerKey, ROW_FIELDS, type RowField } from '#domain/import/customer-columns.ts'
import { MAX_CHUNK_ROWS } from '#domain/import/import-run.ts'
import { modelYearError } from '#domain/rigs/model-year.ts'
import { client } from '#web/api/client.ts'
import { yieldToBrowser } from '#web/ui/yield-to-browser.ts'

type RowFaults = Readonly<Partial<Record<RowField, string>>>
export type CheckedRow = {
  readonly row: CustomerRow
  readonly faults: RowFaults
  readonly state: 'new' | 'here' | 'faulty'
}

/** What is wrong with a row, by field. */
function faultsOf(row: CustomerRow, now: Date): RowFaults {
  const { error } = importedCustomer.safeParse(row)
  const year = modelYearError(row.year.trim(), now)
  const faults: Partial<Record<RowField, string>> = year === null ? {} : { year }
  for (const { path, message } of error?.issues ?? []) faults[path[0] as RowField] ??= message
  return faults
}

export function checkRow(row: CustomerRow, isHere: boolean, now: Date): CheckedRow {
  const faults = faultsOf(row, now)
  const isFaulty = ROW_FIELDS.some(field => faults[field] !== undefined)
  return { row, faults, state: isFaulty ? 'faulty' : isHere ? 'here' : 'new' }
}

const toKeyFields = ({ firstName, lastName, email, phone, vin }: CustomerRow) => ({
  firstName,
  lastName,
  email,
  phone,
  vin,
})

/** Checks all rows, a chunk at a time. A row that repeats an earlier one is here by then. */
export async function checkRows(
  rows: readonly CustomerRow[],
  now: Date,
  onProgress: (done: number) => void,
): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = []
  const keys = new Set<string>()
  for (let start = 0; start < rows.length; start += MAX_CHUNK_ROWS) {
    const chunk = rows.slice(start, start + MAX_CHUNK_ROWS).map(row => checkRow(row, false, now))
    const valid = chunk.filter(({ state }) => state === 'new').map(({ row }) => toKeyFields(row))
    const { areHere } =
      valid.length === 0 ? { areHere: [] } : await client.imports.checkCustomers({ rows: valid })
    let index = 0
    for (const each of chunk) {
      if (each.state === 'new') {
        const key = customerKey(each.row)
        const isHere = areHere[index] === true || keys.has(key)
        index += 1
        keys.add(key)
        checked.push(isHere ? { ...each, state: 'here' } : each)
      } else checked.push(each)
    }
    onProgress(checked.length)
    await yieldToBrowser()
  }
  return checked
}
