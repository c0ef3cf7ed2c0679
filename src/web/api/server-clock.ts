// How far this device's clock is from the server's, by the Date header of the last response: a phone can be minutes off.
// It is stored, because a page opened without a connection gets no response.

/** The header has whole seconds, and a response takes a moment. */
const TOLERANCE_MS = 2000

const STORAGE_KEY = 'rigwright clock-offset'

let offset: number | undefined

/** Milliseconds by which the server's clock is ahead of this device's; 0 if they agree within two seconds. */
export function serverClockOffset(): number {
  offset ??= Number(globalThis.localStorage?.getItem(STORAGE_KEY))
  return offset
}

/** Notes a response's Date header. `sentAt`: when its request was sent, in milliseconds since 1970. */
export function noteServerTime(date: string | null, sentAt: number): void {
  const at = Date.parse(date ?? '')
  const now = Date.now()
  // A slow response says little about when it was written.
  if (Number.isNaN(at) || now - sentAt > TOLERANCE_MS) return
  const measured = at - (sentAt + now) / 2
  offset = Math.abs(measured) < TOLERANCE_MS ? 0 : Math.round(measured)
  try {
    localStorage.setItem(STORAGE_KEY, String(offset))
  } catch {
    // A full storage, and Node, have it for this page.
  }
}
