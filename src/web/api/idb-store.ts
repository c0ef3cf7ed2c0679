// The one place in this browser's IndexedDB where answers are kept. Without such a database, as in some
// private windows, or with a broken one, every visit is simply a first one.

import type { DehydratedState } from '@tanstack/react-query'
import { createStore, del, get, set, type UseStore } from 'idb-keyval'

export type Kept = {
  /** Another build may take the same answer for something else. */
  readonly build: string
  /** Who saw it. Null: a visitor, of whom only what is public is kept. */
  readonly account: string | null
  readonly at: number
  readonly state: DehydratedState
}

const PLACE = 'seen'

let opened: UseStore | undefined

async function inStore<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= createStore('rigwright', 'kept')
    return await work(opened)
  } catch {
    return undefined
  }
}

export const readKept = (): Promise<Kept | undefined> => inStore(store => get<Kept>(PLACE, store))

export const writeKept = (kept: Kept): void => void inStore(store => set(PLACE, kept, store))

export const forgetKept = (): void => void inStore(store => del(PLACE, store))
