// The entries of an outbox, in its store and in all tabs: what one tab stores, changes or removes, the others hear.

import { createEntryList } from './entry-list.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { OutboxChannel, OutboxCommand, OutboxCount, OutboxEntry, OutboxMessage } from './outbox-types.ts'
import { PHOTO_LOST, TOO_OLD } from './refusal-reason.ts'

type StoredEntriesOptions = {
  readonly store: OutboxStore
  readonly account: string
  readonly now: () => number
  readonly commands: Readonly<Record<string, OutboxCommand>>
  readonly channel?: OutboxChannel | undefined
  readonly lastCount?: OutboxCount | null | undefined
  readonly createKey: () => string
  readonly onChange: () => void
  /** This entry has left. */
  readonly onGone: (key: string) => void
}

export type StoredEntries = ReturnType<typeof createStoredEntries>

/** With its key if it may have been done, otherwise with a new one. */
function toRetry(refused: OutboxEntry, createKey: () => string): OutboxEntry {
  const { key, firstKey = key, refusal, mayBeDone = false } = refused
  const isSameKey = mayBeDone && refusal?.code !== TOO_OLD.code
  return { ...refused, key: isSameKey ? key : createKey(), refusal: null, mayBeDone: isSameKey, firstKey }
}

/** An entry that was deleted with the store, as far as the page still knows it. */
const withoutPhoto = (entry: OutboxEntry, now: number): OutboxEntry =>
  entry.photoSize === null ? entry : { ...entry, refusal: { ...PHOTO_LOST, at: now } }

const isSame = (known: OutboxEntry | undefined, { refusal, mayBeDone = false }: OutboxEntry): boolean =>
  (known?.refusal === null) === (refusal === null) && (known?.mayBeDone ?? false) === mayBeDone

/** Runs one operation after another. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(operation: () => Promise<T>): Promise<T> => {
    const result = last.then(operation)
    last = result.catch(() => {})
    return result
  }
}

export function createStoredEntries(options: StoredEntriesOptions) {
  const { store, account, now, channel, lastCount = null, onChange, onGone } = options
  const list = createEntryList(({ name }) => options.commands[name] ?? {})
  let lostCount = lastCount?.lost ?? 0
  let storeId: string | null = null

  // What is read never misses what was just added.
  const inTurn = createTurns()

  async function read(): Promise<void> {
    const listing = await store.list(account)
    const stored = new Set(listing.entries.map(({ key }) => key))
    const isFirst = storeId === null
    const isOther = !isFirst && storeId !== listing.storeId
    if (isFirst && lastCount !== null && lastCount.storeId !== listing.storeId) lostCount += lastCount.stored
    const deleted = (isOther ? list.all() : [])
      .filter(({ key }) => !stored.has(key))
      .map(entry => withoutPhoto(entry, now()))
    storeId = listing.storeId
    const isSameSize = deleted.length === 0 && listing.entries.length === list.size()
    if (!isFirst && isSameSize && listing.entries.every(entry => isSame(list.get(entry.key), entry))) return
    list.replaceAll([...deleted, ...listing.entries])
    onChange()
    for (const entry of deleted) await store.add(entry, null)
  }

  const forget = (key: string): void => {
    list.drop(key)
    onGone(key)
  }

  /** First here, so that it is not sent meanwhile, nor comes back with what is being read. */
  const drop = (key: string): void => {
    list.finish(key)
    onGone(key)
    onChange()
  }

  /** What another tab says. */
  const handleMessage = (message: Exclude<OutboxMessage, { type: 'progress' }>): void => {
    if (message.type === 'lost-dismissed') lostCount = 0
    else if (message.type !== 'removed') list.put(message.entry)
    else forget(message.key)
    onChange()
  }

  return {
    get: list.get,
    all: list.all,
    order: list.order,
    waitingCount: list.waitingCount,
    /** Other tabs may have changed the store, or the browser may have deleted it. */
    read: (): Promise<void> => inTurn(read),
    /** Null before the store was read. */
    count: (): Omit<OutboxCount, 'waiting'> | null =>
      storeId === null ? null : { stored: list.size(), lost: lostCount, storeId },
    lostCount: (): number => lostCount,
    dismissLost: (): void => {
      handleMessage({ type: 'lost-dismissed' })
      channel?.post({ type: 'lost-dismissed' })
    },
    add: async (entry: OutboxEntry, photo: Blob | null): Promise<void> => {
      await inTurn(async () => {
        await store.add(entry, photo)
        list.put(entry)
      })
      onChange()
      channel?.post({ type: 'added', entry })
    },
    update: async (entry: OutboxEntry): Promise<void> => {
      handleMessage({ type: 'changed', entry })
      channel?.post({ type: 'changed', entry })
      await inTurn(() => store.update(entry))
    },
    /** It was answered. */
    finish: async (key: string): Promise<void> => {
      drop(key)
      channel?.post({ type: 'removed', key })
      // Otherwise it is sent once more after a reload, and the server knows its key.
      await inTurn(() => store.remove(key)).then(
        () => list.forgetFinished(key),
        () => {},
      )
    },
    remove: async (key: string): Promise<void> => {
      const entry = list.get(key)
      if (entry === undefined) return
      drop(key)
      try {
        await inTurn(() => store.remove(key))
        list.forgetFinished(key)
        channel?.post({ type: 'removed', key })
      } catch (error) {
        list.forgetFinished(key)
        handleMessage({ type: 'added', entry })
        throw error
      }
    },
    /** Returns null if it is sent again already. */
    retry: async (key: string): Promise<OutboxEntry | null> => {
      const entry = await inTurn(async () => {
        const refused = list.get(key)
        // Tapped twice, it was sent again by the first.
        if (refused === undefined || refused.refusal === null) return null
        const again = toRetry(refused, options.createKey)
        await (again.key === key ? store.update(again) : store.replace(key, again))
        if (again.key !== key) forget(key)
        list.put(again)
        return again
      })
      if (entry === null) return null
      onChange()
      if (entry.key !== key) channel?.post({ type: 'removed', key })
      channel?.post({ type: 'changed', entry })
      return entry
    },
    handleMessage,
    inTurn,
  }
}
