// Where an outbox stores its entries: the interface, its errors, and the store in memory, which tests use.

import { randomUuid } from '#web/api/browser/uuid.ts'
import type { OutboxEntry } from './outbox-types.ts'

type Listing = {
  /** In the order in which they were added. */
  readonly entries: readonly OutboxEntry[]
  /** Another one means that the browser deleted the store meanwhile, and this is a new one. */
  readonly storeId: string
}

/** In localStorage: how many entries of `account` are stored, in which store, and how many were lost. */
export const storedCountKey = (account: string): string => `rigwright outbox stored ${account}`

/** Every operation happens whole or not at all, and rejects with a FullStorageError or a BrokenStorageError. */
export type OutboxStore = {
  list(account: string): Promise<Listing>
  /** Behind all others. */
  add(entry: OutboxEntry, photo: Blob | null): Promise<void>
  /** Replaces the stored entry with the same key; none is added. */
  update(entry: OutboxEntry): Promise<void>
  /** Replaces the entry `key` with another, behind all others, which takes over its photo; without one, none is added. */
  replace(key: string, entry: OutboxEntry): Promise<void>
  remove(key: string): Promise<void>
  photo(key: string): Promise<Blob | null>
  /** The accounts that have entries. */
  accounts(): Promise<readonly string[]>
  removeAccount(account: string): Promise<void>
  close(): void
}

/** There is no room left on this device. */
export class FullStorageError extends Error {
  override readonly name = 'FullStorageError'
  constructor(options?: ErrorOptions) {
    super(
      'This phone is out of storage space, so this was not saved. Free up some space and try again.',
      options,
    )
  }
}

/** This browser can store nothing, as in some private windows. */
export class BrokenStorageError extends Error {
  override readonly name = 'BrokenStorageError'
  constructor(options?: ErrorOptions) {
    super(
      'This browser can’t store anything right now, so this was not saved. Close its other tabs and try again.',
      options,
    )
  }
}

/** A store that ends with the page. */
export function createMemoryStore(): OutboxStore {
  const storeId = randomUuid()
  const entries = new Map<string, OutboxEntry>()
  const photos = new Map<string, Blob>()
  const remove = (key: string): void => {
    entries.delete(key)
    photos.delete(key)
  }
  const add = (entry: OutboxEntry, photo: Blob | null): void => {
    entries.set(entry.key, entry)
    if (photo !== null) photos.set(entry.key, photo)
  }
  return {
    list: async account => ({
      entries: [...entries.values()].filter(entry => entry.account === account),
      storeId,
    }),
    add: async (entry, photo) => add(entry, photo),
    update: async entry => {
      if (entries.has(entry.key)) entries.set(entry.key, entry)
    },
    replace: async (key, entry) => {
      if (!entries.has(key)) return
      const photo = photos.get(key) ?? null
      remove(key)
      add(entry, photo)
    },
    remove: async key => remove(key),
    photo: async key => photos.get(key) ?? null,
    accounts: async () => [...new Set([...entries.values()].map(({ account }) => account))],
    removeAccount: async account => {
      for (const entry of [...entries.values()]) if (entry.account === account) remove(entry.key)
    },
    close: () => {},
  }
}
