// A session that ends in the bay takes no page away: someone under a rig may have no signal to log in again. The pages
// stay as stored, and ask to log in before anything is sent.

import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Actor } from '#domain/account/actor.ts'
import { BAY_KEY, meQuery } from '#web/api/session.ts'
import { shareStructure } from '#web/api/structural-sharing.ts'

let hasEnded = false
const listeners = new Set<() => void>()

function setEnded(next: boolean): void {
  if (hasEnded === next) return
  hasEnded = next
  for (const listener of listeners) listener()
}

/** Whether `next`, as the server says, means that the session of this bay's person has ended. */
function isSessionEnd(known: Actor, next: Actor): boolean {
  const isInBay = /^\/bay(\/|$)/.test(location.pathname)
  // Logging out clears the key.
  return next.kind === 'visitor' && isInBay && 'id' in known && localStorage.getItem(BAY_KEY) === known.id
}

/**
 * From now on, in the bay, `actor` remains the user when their session ends. The shell asks by itself every ten seconds
 * without a stream, so the query neither retries nor polls.
 */
export function holdActor(queries: QueryClient, actor: Actor): void {
  queries.setQueryDefaults(meQuery.queryKey, {
    retry: false,
    refetchInterval: false,
    structuralSharing: (before, after) => {
      const known = (before as Actor | undefined) ?? actor
      const isEnd = isSessionEnd(known, after as Actor)
      setEnded(isEnd)
      return isEnd ? known : shareStructure(before, after)
    },
  })
}

/** Whether the session has ended, so that nothing is sent before the person logs in again. */
export const useSessionEnded = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hasEnded,
  )
