// The entries of an outbox as this page knows them, in the order of the store, and in which order they are sent.

import type { OutboxCommand, OutboxEntry } from './outbox-types.ts'
import { createSendOrder, type SendOrder } from './send-order.ts'

export type EntryList = {
  get(key: string): OutboxEntry | undefined
  /** The same array until something changes. */
  all(): readonly OutboxEntry[]
  size(): number
  /** How many are still to be sent; the others are refused. */
  waitingCount(): number
  order(): SendOrder
  /** Adds or replaces an entry; not one that is finished. */
  put(entry: OutboxEntry): void
  drop(key: string): void
  replaceAll(entries: readonly OutboxEntry[]): void
  /** Drops an entry that was answered or removed, while the store may still have it. */
  finish(key: string): void
  /** The store does not have it any more, or it is not finished after all. */
  forgetFinished(key: string): void
}

export function createEntryList(
  commandOf: (entry: OutboxEntry) => Pick<OutboxCommand, 'isTransition' | 'isSequential'>,
): EntryList {
  const entriesByKey = new Map<string, OutboxEntry>()
  const finishedKeys = new Set<string>()
  let snapshot: readonly OutboxEntry[] | null = null
  let waitingCount = 0
  const isWaiting = (key: string): boolean => entriesByKey.get(key)?.refusal === null
  let order = createSendOrder([], commandOf, isWaiting)
  const renewOrder = (): void => {
    order = createSendOrder(
      [...entriesByKey.values()].filter(({ refusal }) => refusal === null),
      commandOf,
      isWaiting,
    )
  }

  const put: EntryList['put'] = entry => {
    if (finishedKeys.has(entry.key)) return
    const before = entriesByKey.get(entry.key)
    entriesByKey.set(entry.key, entry)
    snapshot = null
    if (before?.refusal === null) waitingCount--
    if (entry.refusal !== null) return
    waitingCount++
    if (before === undefined) order.add(entry)
    // Sent again with its key, it has the place that it has in the store.
    else if (before.refusal !== null) renewOrder()
  }

  const drop: EntryList['drop'] = key => {
    const entry = entriesByKey.get(key)
    if (entry === undefined) return
    if (entry.refusal === null) waitingCount--
    entriesByKey.delete(key)
    snapshot = null
    // What was behind it need not wait for what was before it.
    if (commandOf(entry).isTransition) renewOrder()
  }

  return {
    get: key => entriesByKey.get(key),
    all: () => {
      snapshot ??= [...entriesByKey.values()]
      return snapshot
    },
    size: () => entriesByKey.size,
    waitingCount: () => waitingCount,
    order: () => order,
    put,
    drop,
    replaceAll: entries => {
      entriesByKey.clear()
      waitingCount = 0
      order = createSendOrder([], commandOf, isWaiting)
      snapshot = null
      for (const entry of entries) put(entry)
    },
    finish: key => {
      finishedKeys.add(key)
      drop(key)
    },
    forgetFinished: key => void finishedKeys.delete(key),
  }
}
