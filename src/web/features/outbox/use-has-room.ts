import { useEffect, useSyncExternalStore } from 'react'
import { roomForPhoto } from '#web/api/outbox/storage-room.ts'

/** Room is not looked for again sooner without a reason: that writes. */
const CHECK_INTERVAL_MS = 60_000

let hasRoom = true
let checkedAt = Number.NEGATIVE_INFINITY
const listeners = new Set<() => void>()

async function checkRoom(): Promise<void> {
  checkedAt = performance.now()
  const next = await roomForPhoto()
  if (next === hasRoom) return
  hasRoom = next
  for (const listener of listeners) listener()
}

const check = (): void => void checkRoom().catch(() => {})

const checkIfDue = (): void => {
  if (!hasRoom || performance.now() - checkedAt > CHECK_INTERVAL_MS) check()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('focus', checkIfDue)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('focus', checkIfDue)
  }
}

/** Whether this device can store another photo, as last checked: before the camera opens. */
export function useHasRoom(): { readonly hasRoom: boolean; readonly checkRoom: () => void } {
  useEffect(checkIfDue, [])
  return {
    hasRoom: useSyncExternalStore(
      subscribe,
      () => hasRoom,
      () => true,
    ),
    checkRoom: check,
  }
}
