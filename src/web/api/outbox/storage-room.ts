// How much room this device has, and whether the browser may take it back.

/** A photo that could not be shrunk, and some for what else is stored. */
const MIN_ROOM_BYTES = 30 * 1024 * 1024

/** Asks the browser, once, not to delete what is stored when the device is full. Some browsers ask the person. */
export async function persistStorage(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
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
