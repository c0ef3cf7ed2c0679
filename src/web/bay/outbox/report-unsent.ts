// Tells the desk how much waits on this phone: someone who is far away sees that it was heard of, and what it holds.

import { randomUuid } from '#web/api/browser/uuid.ts'
import { client } from '#web/api/client.ts'
import { onReconnect } from '#web/api/on-reconnect.ts'
import type { Outbox, OutboxDrafts } from './outbox-types.ts'

const DELAY_MS = 5000
/** An unchanged number is not told more often. */
const MIN_INTERVAL_MS = 5 * 60_000

type ReportOptions = {
  readonly outbox: Pick<Outbox, 'entries' | 'subscribe'>
  readonly drafts: Pick<OutboxDrafts, 'count'>
  readonly deviceId: string
  readonly send?: typeof client.bay.report
}

/**
 * Reports until the returned function is called: each change, and while there is a connection that nothing has changed.
 * A report that fails is made again with the next heartbeat.
 */
export function startReports({
  outbox,
  drafts,
  deviceId,
  send = client.bay.report,
}: ReportOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = { content: '', at: Number.NEGATIVE_INFINITY }

  const report = async (): Promise<void> => {
    timer = undefined
    // What was refused and texts are only on this phone as well.
    const entries = outbox.entries()
    const [oldest] = entries
    const unsent = {
      notSent: entries.length + drafts.count(),
      oldestTappedAt: oldest === undefined ? null : new Date(oldest.tappedAt + oldest.clockOffset),
    }
    const content = JSON.stringify(unsent)
    if (content === last.content && Date.now() - last.at < MIN_INTERVAL_MS) return
    const context = { idempotencyKey: randomUuid() }
    await send({ deviceId, ...unsent }, { context })
    last = { content, at: Date.now() }
  }
  const schedule = (): void => {
    timer ??= setTimeout(() => report().catch(() => {}), DELAY_MS)
  }
  const unsubscribe = outbox.subscribe(schedule)
  const stopReconnect = onReconnect(schedule)
  schedule()
  return () => {
    clearTimeout(timer)
    unsubscribe()
    stopReconnect()
  }
}
