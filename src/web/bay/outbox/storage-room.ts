// How much room this device has, and whether the browser may take it back.

import { createIndexedDbStore } from './indexed-db-store.ts'
import { FullStorageError } from './outbox-store.ts'

/** A photo that could not be shrunk, and some for what else is stored. */
const MIN_ROOM_BYTES = 30 * 1024 * 1024
/** A shrunk photo, and some for what else is stored. */
const TRIAL_BYTES = 4 * 1024 * 1024

const ASKED_KEY = 'rigwright storage-asked'

/**
 * Asks the browser, once, not to delete what is stored when the device is full: some browsers ask the person. Returns
 * whether it will not.
 */
export async function persistStorage(): Promise<boolean> {
  try {
    const isPersisted = await navigator.storage.persisted()
    if (isPersisted || localStorage.getItem(ASKED_KEY) !== null) return isPersisted
    localStorage.setItem(ASKED_KEY, '1')
    return await navigator.storage.persist()
  } catch {
    // Old browsers have neither.
    return false
  }
}

/** Whether the browser stores a photo's bytes: its estimate is of its own limit, and says nothing of a full disk. */
async function hasRoomOnDisk(): Promise<boolean> {
  const store = createIndexedDbStore()
  try {
    await store.tryRoom(TRIAL_BYTES)
    return true
  } catch (error) {
    // What stores nothing at all is not full.
    return !(error instanceof FullStorageError)
  } finally {
    store.close()
  }
}

/** Whether there is room within the browser's own limit; true if it does not say. */
async function hasEstimatedRoom(): Promise<boolean> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    return quota === undefined || usage === undefined || quota - usage > MIN_ROOM_BYTES
  } catch {
    return true
  }
}

/** Whether another photo can be stored: before the camera opens. */
export const roomForPhoto = async (): Promise<boolean> =>
  (await hasEstimatedRoom()) && (await hasRoomOnDisk())
