// The IndexedDB store of this browser's cached answers. Without it, as in some private windows, or with a broken one,
// every visit is like the first.

import type { DehydratedState } from '@tanstack/react-query'
import { createStore, del, get, set, type UseStore } from 'idb-keyval'

type PersistedCache = {
  /** Another build may interpret the same answer differently. */
  readonly build: string
  /** Who saw it. Null: a visitor, for whom only public data is stored. */
  readonly account: string | null
  readonly at: number
  readonly state: DehydratedState
}

const CACHE_KEY = 'query-cache'

let openedStore: UseStore | undefined

async function withStore<T>(operation: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    openedStore ??= createStore('rigwright-cache', 'queries')
    return await operation(openedStore)
  } catch {
    return undefined
  }
}

export const readPersistedCache = (): Promise<PersistedCache | undefined> =>
  withStore(store => get<PersistedCache>(CACHE_KEY, store))

export const writePersistedCache = (cache: PersistedCache): void =>
  void withStore(store => set(CACHE_KEY, cache, store))

export const deletePersistedCache = (): void => void withStore(store => del(CACHE_KEY, store))
