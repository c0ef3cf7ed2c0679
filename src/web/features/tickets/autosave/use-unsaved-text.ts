import { useSyncExternalStore } from 'react'
import type { Finding } from '#web/features/tickets/ticket-view.ts'
import { parseFindingKey, useDraftOwner } from './finding-drafts.ts'
import { listDrafts, subscribeToDrafts, type TextDraft } from './text-drafts.ts'

export type UnsavedText = TextDraft & {
  readonly key: string
  readonly ticketId: number
  readonly jobNumber: number
  readonly field: Finding
}

/** This account's unsaved text in job lines of one ticket, or of all; updates live. */
export function useUnsavedText(ticketId?: number): readonly UnsavedText[] {
  const owner = useDraftOwner()
  const prefix = ticketId === undefined ? `${owner} ` : `${owner} ${ticketId} `
  const json = useSyncExternalStore(
    subscribeToDrafts,
    () => JSON.stringify(listDrafts(prefix)),
    () => '[]',
  )
  return (JSON.parse(json) as (readonly [string, TextDraft])[]).map(([key, draft]) => ({
    ...draft,
    key,
    ...parseFindingKey(key),
  }))
}
