import { useEffect, useSyncExternalStore } from 'react'
import { roomForPhoto } from '#web/api/outbox/storage-room.ts'

let hasRoom = true
const listeners = new Set<() => void>()

async function checkRoom(): Promise<void> {
  const next = await roomForPhoto()
  if (next === hasRoom) return
  hasRoom = next
  for (const listener of listeners) listener()
}

const check = (): void => void checkRoom().catch(() => {})

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('focus', check)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('focus', check)
  }
}

/** Whether this device can store another photo, as last checked: before the camera opens. */
export function useHasRoom(): { readonly hasRoom: boolean; readonly checkRoom: () => void } {
  useEffect(check, [])
  return {
    hasRoom: useSyncExternalStore(
      subscribe,
      () => hasRoom,
      () => true,
    ),
    checkRoom: check,
  }
}
