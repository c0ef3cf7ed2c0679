import { randomUUID } from 'node:crypto'

/** A UUID of version 7 that was made at `time`. */
export function timedKey(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}
