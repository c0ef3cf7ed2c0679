import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HEARTBEAT_INTERVAL_MS } from '#contract/heartbeat.ts'
import { emitReconnect } from '#web/api/on-reconnect.ts'
import type { OutboxEntry } from './outbox-types.ts'
import { startReports } from './report-unsent.ts'

const MINUTE_MS = 60_000
const waiting: OutboxEntry = {
  ...{ key: 'one', account: 'rosa', queue: 'ticket 412873', name: 'clockIn', input: {}, label: 'Clock In' },
  ...{ tappedAt: 1000, clockOffset: 500, photoSize: null, refusal: null },
}
const refused: OutboxEntry = { ...waiting, key: 'two', refusal: { message: 'No.', code: 'REFUSED', at: 0 } }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(entries: readonly OutboxEntry[], textCount: number) {
  const reports: number[] = []
  const stop = startReports({
    outbox: { entries: () => entries, subscribe: () => () => {} },
    drafts: { count: () => textCount },
    deviceId: 'phone',
    send: async ({ notSent, oldestTappedAt }) => {
      expect(oldestTappedAt).toEqual(entries.length === 0 ? null : new Date(1500))
      reports.push(notSent)
      return { done: true }
    },
  })
  return { reports, stop }
}

/** As long as the page has a connection. */
async function stayConnected(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += HEARTBEAT_INTERVAL_MS) {
    emitReconnect()
    await vi.advanceTimersByTimeAsync(HEARTBEAT_INTERVAL_MS)
  }
}

test('everything that is only on the phone is counted: refused taps and texts too', async () => {
  const { reports, stop } = start([waiting, refused], 1)
  await stayConnected(MINUTE_MS)
  expect(reports).toEqual([3])
  stop()
})

test('a phone with a connection is heard of every few minutes, also while nothing changes', async () => {
  const { reports, stop } = start([], 0)
  await stayConnected(16 * MINUTE_MS)
  expect(reports).toEqual([0, 0, 0, 0])
  await vi.advanceTimersByTimeAsync(16 * MINUTE_MS)
  expect(reports).toHaveLength(4)
  stop()
  await stayConnected(MINUTE_MS)
  expect(reports).toHaveLength(4)
})
