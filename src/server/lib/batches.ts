/** Rows that one INSERT takes: a statement has at most 65,535 parameters. */
export const ROWS_PER_STATEMENT = 1000

/** The list in parts of `size`, in order; nothing for an empty list. */
export function* batchesOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
