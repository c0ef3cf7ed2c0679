// Cursor pagination. A cursor has the last row's values of the sort columns, so the next page starts right after it,
// whatever was added meanwhile.

import type * as z from 'zod'
import { invalid } from './api-errors.ts'

/** The opaque cursor for the end of a page. */
export const encodeCursor = (key: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** Parses a cursor as `shape`; throws INVALID for `field` if it is not valid. */
export function decodeCursor<T>(text: string, shape: z.ZodType<T>, field = 'after'): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid({ [field]: 'Not a valid cursor.' })
  }
}

/** Cuts `limit + 1` rows to a page and its cursor, which is null on the last page. */
export function paginate<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number | null)[],
): { page: readonly Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null }
}
