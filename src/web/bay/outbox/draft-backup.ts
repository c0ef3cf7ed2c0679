// Browsers bring localStorage to the disk seconds later: one that is killed forgets the last drafts, and remembers
// deleted ones. IndexedDB does at once. So each draft is in both, with its time, and the newer one counts.

import { createStore, delMany, entries, set, type UseStore } from 'idb-keyval'

/** The draft as JSON; null once it was deleted. `at` in milliseconds since 1970. */
export type DraftVersion = { readonly json: string | null; readonly at: number }

/** How long a deletion is remembered. */
const RETENTION_MS = 30 * 24 * 60 * 60_000

let openedStore: UseStore | undefined

async function withStore<T>(operation: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    openedStore ??= createStore('rigwright-drafts', 'drafts')
    return await operation(openedStore)
  } catch {
    // Without it a killed browser forgets the last seconds.
    return undefined
  }
}

export const backUpDraft = (key: string, version: DraftVersion): void =>
  void withStore(store => set(key, version, store))

/** The versions that are newer than those of `localAt`, which is in localStorage. */
export const newerVersions = (
  backup: readonly (readonly [string, DraftVersion])[],
  localAt: (key: string) => number | null,
): (readonly [string, DraftVersion])[] =>
  backup.filter(([key, { json, at }]) => {
    const local = localAt(key)
    return local === null ? json !== null : at > local
  })

/** The drafts in IndexedDB. Deletions of long ago are forgotten. */
export async function listBackup(now: number): Promise<readonly (readonly [string, DraftVersion])[]> {
  const all = (await withStore(store => entries<string, DraftVersion>(store))) ?? []
  const old = all.filter(([, { json, at }]) => json === null && now - at > RETENTION_MS)
  if (old.length > 0)
    void withStore(store =>
      delMany(
        old.map(([key]) => key),
        store,
      ),
    )
  return all
}
