import { useSyncExternalStore } from 'react'
import { listDrafts, subscribeToDrafts, type TextDraft } from '#web/bay/outbox/text-drafts.ts'
import type { Finding } from '#web/features/tickets/ticket-view.ts'
import { parseFindingKey, useDraftOwner } from './finding-drafts.ts'

export type UnsentText = TextDraft & {
  readonly key: string
  readonly ticketId: number
  readonly jobNumber: number
  readonly field: Finding
}

/** This account's unsaved text in job lines of one ticket, or of all; updates live. */
export function useUnsentText(ticketId?: number): readonly UnsentText[] {
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
