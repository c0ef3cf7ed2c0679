// Long lists are read a page at a time. A bookmark names the last row of a page by the columns the
// list is sorted by, so the next page starts right after it whatever was added meanwhile.

import type * as z from 'zod'
import { invalid } from '#server/lib/errors.ts'

/** The opaque text for the place where a page ended. */
export const encodeCursor = (key: readonly (string | number | null)[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** Reads a bookmark as `shape`; INVALID beside `field` when it is not one of ours. */
export function decodeCursor<T>(text: string, shape: z.ZodType<T>, field = 'after'): T {
  try {
    return shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw invalid({ [field]: 'This is not the end of a page.' })
  }
}

/** Cuts `limit + 1` rows to a page and the bookmark of its end; null when nothing follows. */
export function paginate<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number | null)[],
): { page: readonly Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null }
}
