// How much room this device has, and whether the browser may take it back.

/** A photo that could not be shrunk, and some for what else is stored. */
const MIN_ROOM_BYTES = 30 * 1024 * 1024

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

/** Whether another photo can be stored: before the camera opens. True if the browser does not say. */
export async function roomForPhoto(): Promise<boolean> {
  try {
    const { quota, usage } = await navigator.storage.estimate()
    return quota === undefined || usage === undefined || quota - usage > MIN_ROOM_BYTES
  } catch {
    return true
  }
}
