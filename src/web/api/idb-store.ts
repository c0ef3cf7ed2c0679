// The one place in this browser's IndexedDB where answers are kept. Without such a database, as in some
// private windows, or with a broken one, every visit is simply a first one.

import type { DehydratedState } from '@tanstack/react-query'
import { createStore, del, get, set, type UseStore } from 'idb-keyval'

type PersistedCache = {
  /** Another build may take the same answer for something else. */
  readonly build: string
  /** Who saw it. Null: a visitor, of whom only what is public is kept. */
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
