// Rows of the sets that features declare, as our own exports have them beside the tree.

import type * as z from 'zod'
import { isUuid } from '#domain/lib/uuid.ts'
import type { TreeNode } from '#domain/tree-import/tree-node.ts'
import type { ReadRecord, RecordSet, ReferredKind, StoredRow } from '#server/db/record-set.ts'
import { checkOf } from './checks.ts'

/** A row as `schema` reads it; null with a report otherwise. */
export function readRow<T>(node: TreeNode, schema: z.ZodType<T>): T | null {
  const checked = checkOf(schema)(node.value)
  return 'value' in checked ? checked.value : node.skip(`${checked.problem} It was left out.`)
}

/** Why a row does not fit those before it; null if it does. */
export type RecordProblem = (row: never, key: string) => string | null

/** What of the company is imported before its rows. */
export type ImportedBefore = {
  readonly hasTicket: (ticketId: number) => boolean
  readonly has: Readonly<Record<ReferredKind, (id: string) => boolean>>
}

export class RecordReader {
  readonly #now: Date
  readonly #before: ImportedBefore
  readonly #problems: ReadonlyMap<string, RecordProblem>
  /** The last position of each ticket, day or session. */
  readonly #positions = new Map<unknown, number>()
  readonly #ids = new Set<string>()

  constructor(now: Date, before: ImportedBefore, problems: ReadonlyMap<string, RecordProblem>) {
    this.#now = now
    this.#before = before
    this.#problems = problems
  }

  /** The row of a set; null with a report if it cannot be imported. */
  read(set: RecordSet, node: TreeNode, key: string): ReadRecord | null {
    const row = readRow(node, set.schema)
    if (row === null) return null
    const problem =
      this.#keyProblem(set, key) ??
      this.#problem(set, row) ??
      this.#problems.get(set.name)?.(row as never, key) ??
      null
    if (problem !== null) return node.skip(problem)
    if (set.id !== null) this.#ids.add(key)
    const { numberedBy } = set
    if (numberedBy === undefined) return { set, id: key, row }
    const position = (this.#positions.get(row[numberedBy]) ?? 0) + 1
    this.#positions.set(row[numberedBy], position)
    return { set, id: key, row: { ...row, position } }
  }

  #keyProblem({ id }: RecordSet, key: string): string | null {
    if (id === null) return null
    if (!isUuid(key)) return 'Its key is no id; it was left out.'
    return this.#ids.has(key) ? 'Its key is there twice; the first one stays.' : null
  }

  #problem({ time, refersTo = {} }: RecordSet, row: StoredRow): string | null {
    const { ticketId } = row
    const { hasTicket, has } = this.#before
    if (typeof ticketId === 'number' && !hasTicket(ticketId))
      return `Ticket ${ticketId} is not imported, so this was left out.`
    for (const [column, kind] of Object.entries(refersTo))
      if (!has[kind](String(row[column])))
        return `Its ${kind === 'session' ? 'clock' : kind} is not imported, so this was left out.`
    const at = time === undefined ? null : row[time]
    return at instanceof Date && at > this.#now ? 'This was in the future; it was left out.' : null
  }
}
