// The entries of an outbox, in its store and in all tabs: what one tab stores, changes or removes, the others hear.

import { createEntryList, type EntryList } from './entry-list.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { OutboxChannel, OutboxCount, OutboxEntry, OutboxMessage } from './outbox-types.ts'
import { PHOTO_LOST, TOO_OLD } from './refusal-reason.ts'

type StoredEntriesOptions = {
  readonly store: OutboxStore
  readonly account: string
  readonly now: () => number
  readonly commandOf: Parameters<typeof createEntryList>[0]
  readonly channel?: OutboxChannel | undefined
  readonly lastCount?: OutboxCount | null | undefined
  readonly createKey: () => string
  readonly onChange: () => void
  /** This entry has left. */
  readonly onGone: (key: string) => void
}

export type StoredEntries = Pick<EntryList, 'get' | 'all' | 'order' | 'waitingCount'> & {
  /** Resolves when the store is read: other tabs may have changed it, or the browser may have deleted it. */
  read(): Promise<void>
  /** Null before the store was read. */
  count(): Omit<OutboxCount, 'waiting'> | null
  lostCount(): number
  dismissLost(): void
  add(entry: OutboxEntry, photo: Blob | null): Promise<void>
  update(entry: OutboxEntry): Promise<void>
  /** It was answered. */
  finish(key: string): Promise<void>
  remove(key: string): Promise<void>
  /** A refused entry to be sent again, as `Outbox.retry` says; resolves to null if it is already. */
  retry(key: string): Promise<OutboxEntry | null>
  /** What another tab says. */
  handleMessage(message: Exclude<OutboxMessage, { type: 'progress' }>): void
  /** After the operations on the store that were begun before. */
  inTurn<T>(operation: () => Promise<T>): Promise<T>
}

/** With its key if it may have been done, otherwise with a new one. */
function toRetry(refused: OutboxEntry, createKey: () => string): OutboxEntry {
  const { key, firstKey = key, refusal, mayBeDone = false } = refused
  const isSameKey = mayBeDone && refusal?.code !== TOO_OLD.code
  return { ...refused, key: isSameKey ? key : createKey(), refusal: null, mayBeDone: isSameKey, firstKey }
}

/** Runs one operation after another. */
function createTurns(): StoredEntries['inTurn'] {
  let last: Promise<unknown> = Promise.resolve()
  return operation => {
    const result = last.then(operation)
    last = result.catch(() => {})
    return result
  }
}

export function createStoredEntries(options: StoredEntriesOptions): StoredEntries {
  const { store, account, now, channel, lastCount = null, onChange, onGone } = options
  const list = createEntryList(options.commandOf)
  let lostCount = lastCount?.lost ?? 0
  let storeId: string | null = null

  // What is read never misses what was just added.
  const inTurn = createTurns()

  /** An entry that was deleted with the store, as far as the page still knows it. */
  const withoutPhoto = (entry: OutboxEntry): OutboxEntry =>
    entry.photoSize === null ? entry : { ...entry, refusal: { ...PHOTO_LOST, at: now() } }

  const isKnown = ({ key, refusal, mayBeDone = false }: OutboxEntry): boolean => {
    const known = list.get(key)
    return (known?.refusal === null) === (refusal === null) && (known?.mayBeDone ?? false) === mayBeDone
  }

  async function read(): Promise<void> {
    const listing = await store.list(account)
    const stored = new Set(listing.entries.map(({ key }) => key))
    const isFirst = storeId === null
    const isOther = !isFirst && storeId !== listing.storeId
    if (isFirst && lastCount !== null && lastCount.storeId !== listing.storeId) lostCount += lastCount.stored
    const deleted = isOther ? list.all().filter(({ key }) => !stored.has(key)) : []
    storeId = listing.storeId
    const isSameSize = deleted.length === 0 && listing.entries.length === list.size()
    if (!isFirst && isSameSize && listing.entries.every(isKnown)) return
    list.replaceAll([...deleted.map(withoutPhoto), ...listing.entries])
    onChange()
    for (const entry of deleted) await store.add(withoutPhoto(entry), null)
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

  const handleMessage: StoredEntries['handleMessage'] = message => {
    if (message.type === 'lost-dismissed') lostCount = 0
    else if (message.type !== 'removed') list.put(message.entry)
    else forget(message.key)
    onChange()
  }

  return {
    ...list,
    read: () => inTurn(read),
    count: () => (storeId === null ? null : { stored: list.size(), lost: lostCount, storeId }),
    lostCount: () => lostCount,
    dismissLost: () => {
      handleMessage({ type: 'lost-dismissed' })
      channel?.post({ type: 'lost-dismissed' })
    },
    add: async (entry, photo) => {
      await inTurn(async () => {
        await store.add(entry, photo)
        list.put(entry)
      })
      onChange()
      channel?.post({ type: 'added', entry })
    },
    update: async entry => {
      handleMessage({ type: 'changed', entry })
      channel?.post({ type: 'changed', entry })
      await inTurn(() => store.update(entry))
    },
    finish: async key => {
      drop(key)
      channel?.post({ type: 'removed', key })
      // Otherwise it is sent once more after a reload, and the server knows its key.
      await inTurn(() => store.remove(key)).then(
        () => list.forgetFinished(key),
        () => {},
      )
    },
    remove: async key => {
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
    retry: async key => {
      const entry = await inTurn(async () => {
        const refused = list.get(key)
        // Pressed twice, it was sent again by the first.
        if (refused === undefined || refused.refusal === null) return null
        const again = toRetry(refused, options.createKey)
        await (again.key === key ? store.update(again) : store.replace(key, again))
        if (again.key !== key) forget(key)
        list.put(again)
        return again
      })
      if (entry === null) return null
      onChange()
      const isReplaced = entry.key !== key
      if (isReplaced) channel?.post({ type: 'removed', key })
      channel?.post({ type: isReplaced ? 'added' : 'changed', entry })
      return entry
    },
    handleMessage,
    inTurn,
  }
}
