// The IndexedDB store of this browser's cached answers. Without it, as in some private windows, or with a broken one,
// every visit is like the first.

import type { DehydratedState } from '@tanstack/react-query'
import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval'
import { BAY_KEY } from './session.ts'

export type PersistedCache = {
  /** Another build may interpret the same answer differently. */
  readonly build: string
  /** Who saw it. Null: a visitor, for whom only public data is stored. */
  readonly account: string | null
  readonly at: number
  readonly state: DehydratedState
}

const CACHE_KEY = 'query-cache'
/** In localStorage: how much waits to be sent from this device; for the page that takes a new version, too. */
export const OUTBOX_COUNT_KEY = 'rigwright outbox'
/** Of the bay's tickets, for its service worker (static/bay-service-worker.js). */
export const PHOTOS_CACHE = 'rigwright-bay-photos'

let openedStore: UseStore | undefined

export async function withStore<T>(operation: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    openedStore ??= createStore('rigwright-cache', 'queries')
    return await operation(openedStore)
  } catch {
    return undefined
  }
}

export const readPersistedCache = (): Promise<PersistedCache | undefined> =>
  withStore(store => get<PersistedCache>(CACHE_KEY, store))

export function writePersistedCache(cache: PersistedCache): void {
  const bay = localStorage.getItem(BAY_KEY)
  // Without an account: it may be this bay's, whose session has ended.
  if (bay !== null && cache.account !== null && cache.account !== bay) deleteBay()
  void withStore(store => set(CACHE_KEY, cache, store))
}

export const deletePersistedCache = (): void => void withStore(store => del(CACHE_KEY, store))

/** Deletes what this device has stored of anyone's bay, with the cached answers. */
export function deleteBay(): void {
  localStorage.removeItem(BAY_KEY)
  // Only over https.
  void globalThis.caches?.delete(PHOTOS_CACHE)
  void withStore(clear)
}
