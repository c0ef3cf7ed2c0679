/** In localStorage: set by the first visit of the bay, the device's id. */
export const BAY_DEVICE_KEY = 'rigwright bay'

/** A device that has shown the bay. */
export const isBayDevice = (): boolean => BAY_DEVICE_KEY in localStorage
