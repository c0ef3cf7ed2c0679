import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Finding } from '#domain/tickets/job.ts'
import {
  draftOwnerIn,
  getDraft,
  isSame,
  listTexts,
  subscribeToDrafts,
  textKeyOf,
  type UnsentText,
} from '#web/bay/outbox/text-drafts.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'

export const FINDING_LABELS: Readonly<Record<Finding, string>> = { cause: 'Cause', correction: 'Correction' }

/** The account that drafts are stored under; it does not change on a page. */
export const useDraftOwner = (): string => draftOwnerIn(useQueryClient())

/** This account's unsaved text in job lines of one ticket, or of all; updates live. */
export function useUnsentText(ticketId?: number): readonly UnsentText[] {
  const owner = useDraftOwner()
  const json = useSyncExternalStore(
    subscribeToDrafts,
    () => JSON.stringify(listTexts(owner, ticketId)),
    () => '[]',
  )
  return JSON.parse(json)
}

/** Whether a job line's fields have text that has not reached the server. */
export const hasFindingDraft = (owner: string, ticketId: number, job: JobView): boolean =>
  (['cause', 'correction'] as const).some(field => {
    const draft = getDraft(textKeyOf(owner, ticketId, job.jobNumber, field))
    return draft !== null && !isSame(draft.text, job[field])
  })

/**
 * Calls `onFound` before the first paint if a job line has such text from an earlier visit. Not while rendering: the
 * server knows of none, and its HTML is hydrated as it is.
 */
export function useEarlierDraft(ticketId: number, job: JobView, onFound: () => void): void {
  const owner = useDraftOwner()
  const atFirst = useRef({ owner, ticketId, job, onFound })
  useLayoutEffect(() => {
    const first = atFirst.current
    if (hasFindingDraft(first.owner, first.ticketId, first.job)) first.onFound()
  }, [])
}
