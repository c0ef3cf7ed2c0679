// What the browser of a page has stored on its device.

import type { Page } from '@playwright/test'

/** All that this device has in a store of its IndexedDB, by key; empty without one. */
const storeOf = (page: Page, database: string, store: string): Promise<Record<string, unknown>> =>
  page.evaluate(
    names =>
      new Promise<Record<string, unknown>>(resolve => {
        const opening = indexedDB.open(names.database)
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve({})
        opening.onsuccess = () => {
          const objects = opening.result.transaction(names.store).objectStore(names.store)
          const keys = objects.getAllKeys()
          const values = objects.getAll()
          values.onsuccess = () => {
            opening.result.close()
            resolve(Object.fromEntries(keys.result.map((key, index) => [String(key), values.result[index]])))
          }
        }
      }),
    { database, store },
  )

/** Everything of the bay but what was not sent. */
export const cacheIn = (page: Page) => storeOf(page, 'rigwright-cache', 'queries')

export const unsentEntriesIn = async (page: Page): Promise<{ readonly account: string }[]> =>
  Object.values(await storeOf(page, 'rigwright-outbox', 'entries')) as { account: string }[]

type StoredBay = {
  readonly ticketIds: number[]
  readonly version: number | null
  readonly clock: { readonly running: { readonly problem: string } | null }
}

/** What this device has stored of its bay. */
export const storedBayIn = async (page: Page): Promise<StoredBay | null> => {
  const { bay }: { bay?: StoredBay } = await cacheIn(page)
  return bay ?? null
}

export const storedTicketsIn = async (page: Page): Promise<number[]> =>
  (await storedBayIn(page))?.ticketIds ?? []

/** Whether the page opens without a connection. */
export const isControlled = (page: Page): Promise<boolean> =>
  page.evaluate(() => navigator.serviceWorker.controller !== null)
