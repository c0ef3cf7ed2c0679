// Hands what was not accepted to the desk: taps and text in one call, photos in pieces. Each has its own key, so after
// a lost answer it can be handed over again without being there twice.

import { useSyncExternalStore } from 'react'
import { client, toAppError } from '#web/api/client.ts'
import type { OutboxEntry, OutboxRefusal } from '#web/bay/outbox/outbox-types.ts'
import { reasonOf } from '#web/bay/outbox/refusal-reason.ts'
import {
  deleteDraft,
  getDraft,
  saveDraft,
  type TextRefusal,
  type UnsentText,
} from '#web/bay/outbox/text-drafts.ts'
import { FINDING_LABELS } from '#web/features/tickets/autosave/finding-drafts.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import {
  type BayInputs,
  handOverKeyOf,
  jobNumberOf,
  refusedFieldsOf,
  textOf,
  ticketIdOf,
} from './bay-commands.ts'
import { currentOutbox } from './bay-outbox.ts'

/** What the desk can be given. */
export type HandOverItem = {
  readonly key: string
  readonly label: string
  /** Gives it to the desk; rejects as a command does. */
  readonly handOver: (onProgress: (share: number) => void) => Promise<unknown>
  /** Takes it off this device. */
  readonly remove: () => Promise<void>
}

/** What was not accepted. */
export type RefusedItem = HandOverItem & {
  readonly ticketId: number
  /** What was written; empty if nothing was. */
  readonly text: string
  readonly enteredAt: Date
  readonly refusal: OutboxRefusal
  /** Milliseconds by which the server's clock is ahead of these times. */
  readonly clockOffset: number
  /** Null if it is a text. */
  readonly entry: OutboxEntry | null
  readonly reason: string
  /** Sends it again; null if its author has to choose on the ticket. */
  readonly retry: (() => unknown) | null
}

/** Failures that say nothing about the next one. */
const OWN_FAILURES = ['INVALID', 'REFUSED', 'NOT_FOUND']

/** How much has arrived of what is being handed over, from 0 to 1. */
const shares = new Map<string, number>()
const listeners = new Set<() => void>()

function setShare(key: string, share: number | null): void {
  if (share === null) shares.delete(key)
  else shares.set(key, share)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How much of it has arrived at the desk, from 0 to 1; null if it is not being handed over. */
export const useHandOverShare = (key: string): number | null =>
  useSyncExternalStore(
    subscribe,
    () => shares.get(key) ?? null,
    () => null,
  )

/** Whether some of them are being handed over. */
export const useIsHandingOver = (items: readonly HandOverItem[]): boolean =>
  useSyncExternalStore(
    subscribe,
    () => items.some(({ key }) => shares.has(key)),
    () => false,
  )

/** Characters of a reason in an address, which proxies limit: each may become nine. */
const MAX_REASON_IN_ADDRESS = 300

const shortReason = (reason: string): string => {
  const characters = [...reason]
  return characters.length > MAX_REASON_IN_ADDRESS
    ? `${characters.slice(0, MAX_REASON_IN_ADDRESS - 1).join('')}…`
    : reason
}

/** A tap that was not accepted, or a photo. */
function toRefusedTap(entry: OutboxEntry, refusal: OutboxRefusal): RefusedItem {
  const { key, label, tappedAt, clockOffset, photoSize } = entry
  const jobNumber = jobNumberOf(entry)
  const ticketId = ticketIdOf(entry)
  const text = textOf(entry)
  const reason = refusedFieldsOf(refusal) || reasonOf(refusal, entry.mayBeDone)
  const details = { reason, tappedAt: new Date(tappedAt + clockOffset) }
  const idempotencyKey = handOverKeyOf(entry)

  async function handOverPhoto(onProgress: (share: number) => void): Promise<unknown> {
    const { sendPhotoInPieces } = await import('#web/bay/outbox/send-photo.ts')
    return sendPhotoInPieces({
      url: `/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${idempotencyKey}/hand-over`,
      moment: (entry.input as Partial<BayInputs['addPhoto']>).moment ?? '',
      details: { label, reason: shortReason(reason), tappedAt: details.tappedAt.toISOString() },
      photo: (await currentOutbox()?.photo(key)) ?? null,
      onProgress,
      signal: new AbortController().signal,
    })
  }

  return {
    key,
    label,
    handOver: onProgress =>
      photoSize === null
        ? client.bay.handOver(
            { ticketId, jobNumber, label, text, ...details },
            { context: { idempotencyKey } },
          )
        : handOverPhoto(onProgress),
    remove: async () => currentOutbox()?.remove(key),
    ticketId,
    text,
    enteredAt: new Date(tappedAt),
    refusal,
    clockOffset,
    entry,
    reason,
    retry: () => currentOutbox()?.retry(key),
  }
}

/** `Cause, job 1. Roof leak`. */
export const labelOfText = ({ field, job }: Pick<UnsentText, 'field' | 'job'>): string =>
  `${FINDING_LABELS[field]}, job ${job}`

/** A cause or correction that was not accepted. */
export function toRefusedText(draft: UnsentText, refused: TextRefusal): RefusedItem {
  const { key, ticketId, jobNumber, job, base, sent, text } = draft
  const { at, handOverKey: idempotencyKey } = refused
  const reason = reasonOf(refused)
  const label = labelOfText(draft)
  return {
    key,
    label,
    handOver: () =>
      client.bay.handOver(
        { ticketId, jobNumber, label, text, reason, tappedAt: new Date(at) },
        { context: { idempotencyKey } },
      ),
    remove: async () => {
      // It may have been typed on meanwhile, here or in another tab.
      if (getDraft(key)?.refused?.handOverKey === idempotencyKey) deleteDraft(key)
    },
    ticketId,
    text,
    enteredAt: new Date(at),
    refusal: refused,
    clockOffset: 0,
    entry: null,
    reason,
    retry:
      refused.reason === 'job.reworded'
        ? null
        : () => saveDraft(key, { job, base, sent, text, readyAt: Date.now() }),
  }
}

/** All that was not accepted: first the texts, then the entries in order. */
export const refusedItems = (
  texts: readonly UnsentText[],
  entries: readonly OutboxEntry[],
): readonly RefusedItem[] => [
  ...texts.flatMap(text => (text.refused === undefined ? [] : [toRefusedText(text, text.refused)])),
  ...entries.flatMap(entry => (entry.refusal === null ? [] : [toRefusedTap(entry, entry.refusal)])),
]

const successSentence = (done: number, all: number): string => {
  if (done < all) return `The desk has ${done} of ${all} now.`
  return all === 1 ? 'The desk has it now.' : `The desk has all ${all} now.`
}

/** It is being sent again, or the browser's store does not answer. */
const NOT_REMOVED = 'Not all of it could be removed from this phone. Discard what is left in a minute.'

/** Takes them off this device, and says if it could not. */
export async function discard(items: readonly HandOverItem[]): Promise<void> {
  const results = await Promise.allSettled(items.map(({ remove }) => remove()))
  if (results.some(({ status }) => status === 'rejected')) notify.failure(NOT_REMOVED)
}

/** Hands them over one after another, and says what came of it. What the desk does not get stays on this device. */
export async function handOverToDesk(items: readonly HandOverItem[]): Promise<void> {
  const tapped = items.filter(({ key }) => !shares.has(key))
  for (const { key } of tapped) setShare(key, 0)
  let doneCount = 0
  let isAllRemoved = true
  let problem: string | null = null
  try {
    for (const { key, handOver, remove } of tapped)
      try {
        await handOver(share => setShare(key, share))
        doneCount++
        await remove().catch(() => {
          isAllRemoved = false
        })
      } catch (error) {
        const { message, code } = toAppError(error)
        problem ??= message
        if (!OWN_FAILURES.includes(code)) break
      } finally {
        setShare(key, null)
      }
  } finally {
    for (const { key } of tapped) setShare(key, null)
  }
  if (doneCount > 0) notify.success(successSentence(doneCount, tapped.length))
  if (problem !== null) notify.failure(problem)
  if (!isAllRemoved) notify.failure(NOT_REMOVED)
}
