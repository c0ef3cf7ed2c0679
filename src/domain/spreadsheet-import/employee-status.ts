// Whether an employee of a list still works there. People who left get no account.

import type { CellReader } from './sheet-columns.ts'

/** What a row says: nothing, `Active`, `Inactive`, or text that says neither. */
const STATUS_UNKNOWN = 'Unknown'

const ACTIVE =
  /^(a|active|current|employed|enabled|yes|y|true|x|1|hired|on leave|leave|loa|seasonal|temp(orary)?|full.?time|part.?time|ft|pt)$/i
const INACTIVE =
  /^(i|no|n|false|0|t)$|inactive|not.?active|not.?employed|deactivat|terminat|former|\bleft\b|\bquit\b|retired|resign|laid.?off|separat|deceased|dismiss|fired|disabled|released|\bended\b|\bgone\b/i
/** What payroll programs write where there is no last day. */
const NO_END = /^(n|no|false|0|active|current|present)$|0000|1900|2999|9999/i

/** `Active` or `Inactive` for what a status column says; other text stays. */
export function readStatus(typed: string): string {
  const text = typed.trim()
  if (INACTIVE.test(text)) return 'Inactive'
  return ACTIVE.test(text) ? 'Active' : text
}

/** The status of a row, from a column that says it and from one with a last day or a mark for those who left. */
export function readEmployment(
  cell: CellReader<'status' | 'left'>,
  hasStatus: boolean,
): { readonly status: string; readonly notes: string } {
  const statusCells = cell('status').split('\n')
  const left = cell('left')
    .split('\n')
    .filter(text => text !== '' && !NO_END.test(text))
  const statuses = statusCells.map(readStatus)
  const reasons = [...statusCells.filter((_, index) => statuses[index] === 'Inactive'), ...left]
  if (reasons.length > 0)
    return { status: 'Inactive', notes: `Left out: your list says “${reasons.join('”, “')}”.` }
  const unclear = statuses.find(status => status !== 'Active' && status !== '')
  return { status: unclear ?? (hasStatus ? statuses[0] || STATUS_UNKNOWN : ''), notes: '' }
}

/** Why a status as a row has it is unclear; null if it is clear, or if the list has none. */
export const statusProblem = (status: string): string | null =>
  ['', 'Active', 'Inactive'].includes(status)
    ? null
    : 'Does this person still work here? Enter Active or Inactive.'
