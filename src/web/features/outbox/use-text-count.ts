import { useSyncExternalStore } from 'react'
import { useDraftOwner } from '#web/features/tickets/autosave/finding-drafts.ts'
import { fieldStateOf, listDrafts, subscribeToDrafts } from '#web/features/tickets/autosave/text-drafts.ts'

/** This account's texts that wait, or were refused, of one ticket or of all; what is just being typed is saved in a moment. */
export function useTextCount(kind: 'waiting' | 'refused', ticketId?: number): number {
  const owner = useDraftOwner()
  const prefix = ticketId === undefined ? `${owner} ` : `${owner} ${ticketId} `
  return useSyncExternalStore(
    subscribeToDrafts,
    () =>
      listDrafts(prefix).filter(
        ([key, { refused }]) =>
          (refused !== undefined) === (kind === 'refused') && fieldStateOf(key) !== 'saves',
      ).length,
    () => 0,
  )
}
