// Captures the SQL that this process sends.

import pg from 'pg'
import { expect, vi } from 'vitest'

/**
 * Every statement sent while `act` runs, and until each of `signs` was among them: background work is captured to its
 * end. The test's own statements are captured as well.
 */
export async function captureSql(
  act: () => Promise<unknown>,
  signs: readonly RegExp[] = [],
): Promise<ReadonlySet<string>> {
  const asked = new Set<string>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    asked.add(typeof first === 'string' ? first : String((first as { text?: string }).text ?? ''))
    return Reflect.apply(query, this, args)
  } as typeof query
  const missing = () => signs.filter(sign => ![...asked].some(text => sign.test(text)))
  try {
    await act()
    await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 10_000, interval: 20 })
  } finally {
    pg.Client.prototype.query = query
  }
  return asked
}
